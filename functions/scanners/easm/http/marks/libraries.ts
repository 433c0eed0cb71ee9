import type { Mark } from "./mark.ts";

/** Libraries that browsers load, by the address of the script, with the version where it stands there. */
const library = (name: string, script: RegExp): Mark => ({ name, script });

const VERSION = "(\\d+\\.\\d+(?:\\.\\d+)?)(?![.-]?(?:\\d|alpha|beta|rc))";
const BUILD = "(?:[.-](?:min|slim|umd|prod|production|development|global|core|full|bundle|esm|browser|pack|dist|all))*";

/**
 * `name.js`, `name-1.2.3.min.js`, `name@1.2.3/…`, `name/1.2.3/name.js`, `name-1.2.3-dist/js/name.js`; and the version
 * behind it where WordPress serves its own copy. Elsewhere a number in the query only says when the site was changed.
 */
const usual = (file: string): RegExp =>
  new RegExp(
    [
      `(?:^|/)${file}@${VERSION}(?:[/?]|$)`,
      `(?:^|/)${file}[.-]v?${VERSION}${BUILD}\\.js(?:[?#]|$)`,
      `(?:^|/)${file}[/.-]v?${VERSION}${BUILD}/(?:[\\w.-]{1,40}/){0,3}${file}${BUILD}\\.js(?:[?#]|$)`,
      `/wp-includes/js/(?:[\\w.-]{1,40}/){0,3}${file}${BUILD}\\.js\\?ver=${VERSION}`,
      `(?:^|/)${file}(?:[.-]v\\d+)?${BUILD}\\.js(?:[?#]|$)`,
    ].join("|"),
  );

/** Scripts of libraries and of services. */
export const libraryMarks: readonly Mark[] = [
  library("React", usual("react(?:-dom)?")),
  library("Preact", usual("preact")),
  library("Vue.js", usual("vue")),
  { name: "Angular", html: /\sng-version="([\d.]+)"/ },
  library("AngularJS", usual("angular(?:\\.js|js)?")),
  library("jQuery", usual("jquery")),
  library("jQuery UI", usual("jquery-ui")),
  library("jQuery UI", /(?:^|\/)ui\/(\d+\.\d+\.\d+)\/jquery-ui(?:\.min)?\.js/),
  library("jQuery Migrate", usual("jquery-migrate")),
  library("jQuery Mobile", usual("jquery\\.mobile")),
  library("Bootstrap", usual("bootstrap(?:\\.bundle)?")),
  library("lodash", usual("lodash(?:\\.js)?")),
  library("Underscore.js", usual("underscore(?:\\.js)?")),
  library("Moment.js", usual("moment(?:\\.js)?(?:-with-locales)?")),
  library("Moment Timezone", usual("moment-timezone(?:-with-data)?")),
  library("Handlebars", usual("handlebars(?:\\.js|\\.runtime)?")),
  library("Mustache", usual("mustache(?:\\.js)?")),
  library("DOMPurify", usual("(?:dompurify|purify)")),
  library("axios", usual("axios")),
  library("D3", usual("d3(?:js)?")),
  library("Three.js", usual("three(?:\\.js)?")),
  library("Chart.js", usual("chart(?:\\.js)?")),
  library("Highcharts", usual("highcharts")),
  library("Leaflet", usual("leaflet")),
  library("Knockout", usual("knockout")),
  library("Backbone.js", usual("backbone(?:\\.js)?")),
  library("Ember.js", usual("ember")),
  library("Alpine.js", usual("alpine(?:js)?")),
  library("htmx", usual("htmx(?:\\.org)?")),
  library("Stimulus", usual("stimulus")),
  library("Turbo", usual("turbo")),
  library("MooTools", usual("mootools(?:-core)?")),
  library("Prototype", usual("prototype")),
  library("script.aculo.us", usual("scriptaculous")),
  library("Dojo", /(?:^|\/)dojo\/(?:(\d+\.\d+\.\d+)\/)?dojo\/dojo\.js/),
  library("Ext JS", usual("ext-all")),
  library("YUI", /(?:^|\/)yui\/(\d+\.\d+\.\d+)\//),
  library("Modernizr", usual("modernizr")),
  library("RequireJS", usual("require(?:js)?")),
  library("Socket.IO", usual("socket\\.io")),
  library("TinyMCE", usual("tinymce")),
  library("TinyMCE", /(?:^|\/)tinymce\/(\d+\.\d+\.\d+)\/tinymce(?:\.min)?\.js/),
  library("CKEditor", /(?:^|\/)ckeditor\/(\d+\.\d+\.\d+)\//),
  library("Select2", usual("select2")),
  library("DataTables", usual("(?:jquery\\.)?datatables")),
  library("Swiper", usual("swiper(?:-bundle)?")),
  library("GSAP", usual("gsap")),
  library("PDF.js", usual("pdf(?:js)?")),
  library("Polyfill", /polyfill(?:-fastly)?\.io\/v\d\/polyfill/),
  library("Google Analytics", /google-analytics\.com\/(?:analytics|ga)\.js/),
  library("Google Tag Manager", /googletagmanager\.com\/gt(?:m|ag)/),
  library("Google reCAPTCHA", /\/recaptcha\/(?:api|enterprise)\.js/),
  library("hCaptcha", /hcaptcha\.com\/1\/api\.js/),
  library("Cloudflare Turnstile", /challenges\.cloudflare\.com\/turnstile/),
  library("Matomo", /(?:matomo|piwik)\.js$/),
  library("Plausible", /plausible\.io\/js\//),
  library("Hotjar", /static\.hotjar\.com\//),
  library("Segment", /cdn\.segment\.com\/analytics\.js/),
  library("Stripe", /js\.stripe\.com\/v\d/),
  library("PayPal", /paypal\.com\/sdk\/js|paypalobjects\.com\//),
  library("Sentry", /browser\.sentry-cdn\.com\/([\d.]+)\//),
  library("New Relic", /js-agent\.newrelic\.com\//),
  library("Intercom", /widget\.intercom\.io\//),
  library("Zendesk", /static\.zdassets\.com\//),
  library("HubSpot", /js\.hs-(?:scripts|analytics)\.(?:com|net)\//),
  library("OneTrust", /cdn\.cookielaw\.org\//),
  library("Cookiebot", /consent\.cookiebot\.com\//),
];
