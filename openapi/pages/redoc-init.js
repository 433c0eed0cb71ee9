/* global Redoc */
const fontFamily = "system-ui, sans-serif";
Redoc.init(
  "openapi.json",
  {
    expandResponses: "200,201,202",
    hideHostname: true,
    showExtensions: ["x-extension"],
    theme: { typography: { fontFamily, headings: { fontFamily } } },
  },
  document.getElementById("redoc"),
);
