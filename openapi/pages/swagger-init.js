/* global SwaggerUIBundle */
SwaggerUIBundle({
  domNode: document.getElementById("swagger-ui"),
  url: new URL("openapi.json", document.baseURI).href,
  deepLinking: true,
  displayRequestDuration: true,
  showExtensions: true,
  tryItOutEnabled: true,
  // Keys are gone when the page is left.
  persistAuthorization: false,
  // The default sends the document to a public validator.
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});
