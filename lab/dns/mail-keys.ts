import type { Answer } from "dns-packet";
import { txt } from "./records.ts";

/** Public keys of pairs that were made for the lab and whose private halves nobody kept. */
const RSA_512 =
  "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAL/dDUNLFbW33RyHrst7UibtipT59sxL+eSKGbcSSQUT0zxrn9Gm1q9GJBkPO0eb9MBc2BWFrB8psQi5EPU6a10CAwEAAQ==";
const RSA_1024 =
  "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDgvAGT98b/DIsa4HGn/GgjHAm7Dwe5yd7QfM5eKdvH1K/10AKkRoQpDq9dxBSwH4LifnxggFgYKL3QimTxXfZqLdk/KojW0d9ZWe3SO7+4NCpg0JEMrZvk3U6/j/y5Bitu0ywG20yNI6SPP7PkI2aIv2oXpebIbfi6A6mhnpMX1wIDAQAB";
const RSA_2048 =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3z73iSW9897h2BisJEUDuWh9QE5bld24dy0u7HDxR07FUAy6QdjIEp27jB3F3xrdG81SZ6Pyep4tsTKCRAvmlT0sqio7gqYUC19o/CPo9YfXbEUsGK0TtZqTJKpqqxo74LGPamVYj2G4yx0u+wGOqen2jlGfRJyxJBLrFDcXkENj6IlL8J02GbyFwR85GzmbRcAr8mfOVUA5F8nzyYUB6sfhNO0uer7hdkImI3kfCNiwe0jAWY8sq0rSn/YKYMC+m7DvN0ikhJKNcPfajj+rq2S4wh5/OQFLu3vMltcbKYIZJJn3/dquYuyRPB+Gko1uhOpCFFqwycGVQ4l1bSVNsQIDAQAB";
const ED25519 = "zIya1nQSSTflwxLfsW0wcPxS2VhY/bwVmwKKid8JsJo=";

const key = (zone: string, selector: string, text: string): Answer => txt(`${selector}._domainkey.${zone}`, text);

/** DKIM keys and BIMI records of the lab's zones. */
export const mailKeys: Readonly<Record<string, readonly Answer[]>> = {
  "acme.test": [
    key("acme.test", "google", `v=DKIM1; k=rsa; p=${RSA_2048}`),
    key("acme.test", "s2", `v=DKIM1; k=ed25519; p=${ED25519}`),
    key("acme.test", "mail", "This name is kept for the mail team; p is for people"),
    txt("default._bimi.acme.test", "v=BIMI1; l=https://www.acme.test/logo.svg; a="),
  ],
  "globex.test": [
    key("globex.test", "default", "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB"),
    key("globex.test", "mail", "v=DKIM1; k=rsa; p="),
    txt("default._bimi.globex.test", "logo to follow, v=BIMI1 when it is drawn"),
  ],
  // Sends no mail, and says so of every selector.
  "initech.test": [key("initech.test", "*", "v=DKIM1; p="), txt("default._bimi.initech.test", "v=BIMI1; l=; a=")],
  "hooli.test": [
    key("hooli.test", "selector1", `v=DKIM1; k=rsa; p=${RSA_1024}`),
    key("hooli.test", "selector2", `v=DKIM1; k=rsa; t=s; p=${RSA_2048}`),
    txt("default._bimi.hooli.test", "v=BIMI1; l=http://www.hooli.test/logo.png"),
  ],
  "umbrella.test": [
    key("umbrella.test", "s1", `k=rsa; p=${RSA_512}`),
    key("umbrella.test", "k1", `v=DKIM1; k=rsa; t=y:s; p=${RSA_2048}`),
  ],
};
