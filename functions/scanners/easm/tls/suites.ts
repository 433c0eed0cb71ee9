/** Why a suite is broken, the worst first. */
export const families = ["null", "anonymous", "export", "des", "rc4", "3des"] as const;
export type Family = (typeof families)[number];

/** A broken suite: its number and name in IANA's registry of TLS cipher suites. */
export interface Suite {
  readonly number: number;
  readonly name: string;
  readonly family: Family;
}

const names: Readonly<Record<Family, Readonly<Record<number, string>>>> = {
  null: {
    1: "RSA_WITH_NULL_MD5",
    2: "RSA_WITH_NULL_SHA",
    59: "RSA_WITH_NULL_SHA256",
    49153: "ECDH_ECDSA_WITH_NULL_SHA",
    49158: "ECDHE_ECDSA_WITH_NULL_SHA",
    49163: "ECDH_RSA_WITH_NULL_SHA",
    49168: "ECDHE_RSA_WITH_NULL_SHA",
    49173: "ECDH_anon_WITH_NULL_SHA",
  },
  anonymous: {
    23: "DH_anon_EXPORT_WITH_RC4_40_MD5",
    24: "DH_anon_WITH_RC4_128_MD5",
    25: "DH_anon_EXPORT_WITH_DES40_CBC_SHA",
    26: "DH_anon_WITH_DES_CBC_SHA",
    27: "DH_anon_WITH_3DES_EDE_CBC_SHA",
    52: "DH_anon_WITH_AES_128_CBC_SHA",
    58: "DH_anon_WITH_AES_256_CBC_SHA",
    70: "DH_anon_WITH_CAMELLIA_128_CBC_SHA",
    108: "DH_anon_WITH_AES_128_CBC_SHA256",
    109: "DH_anon_WITH_AES_256_CBC_SHA256",
    137: "DH_anon_WITH_CAMELLIA_256_CBC_SHA",
    166: "DH_anon_WITH_AES_128_GCM_SHA256",
    167: "DH_anon_WITH_AES_256_GCM_SHA384",
    49174: "ECDH_anon_WITH_RC4_128_SHA",
    49175: "ECDH_anon_WITH_3DES_EDE_CBC_SHA",
    49176: "ECDH_anon_WITH_AES_128_CBC_SHA",
    49177: "ECDH_anon_WITH_AES_256_CBC_SHA",
  },
  export: {
    3: "RSA_EXPORT_WITH_RC4_40_MD5",
    6: "RSA_EXPORT_WITH_RC2_CBC_40_MD5",
    8: "RSA_EXPORT_WITH_DES40_CBC_SHA",
    11: "DH_DSS_EXPORT_WITH_DES40_CBC_SHA",
    14: "DH_RSA_EXPORT_WITH_DES40_CBC_SHA",
    17: "DHE_DSS_EXPORT_WITH_DES40_CBC_SHA",
    20: "DHE_RSA_EXPORT_WITH_DES40_CBC_SHA",
  },
  des: {
    9: "RSA_WITH_DES_CBC_SHA",
    12: "DH_DSS_WITH_DES_CBC_SHA",
    15: "DH_RSA_WITH_DES_CBC_SHA",
    18: "DHE_DSS_WITH_DES_CBC_SHA",
    21: "DHE_RSA_WITH_DES_CBC_SHA",
  },
  rc4: {
    4: "RSA_WITH_RC4_128_MD5",
    5: "RSA_WITH_RC4_128_SHA",
    49154: "ECDH_ECDSA_WITH_RC4_128_SHA",
    49159: "ECDHE_ECDSA_WITH_RC4_128_SHA",
    49164: "ECDH_RSA_WITH_RC4_128_SHA",
    49169: "ECDHE_RSA_WITH_RC4_128_SHA",
  },
  "3des": {
    10: "RSA_WITH_3DES_EDE_CBC_SHA",
    13: "DH_DSS_WITH_3DES_EDE_CBC_SHA",
    16: "DH_RSA_WITH_3DES_EDE_CBC_SHA",
    19: "DHE_DSS_WITH_3DES_EDE_CBC_SHA",
    22: "DHE_RSA_WITH_3DES_EDE_CBC_SHA",
    49155: "ECDH_ECDSA_WITH_3DES_EDE_CBC_SHA",
    49160: "ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA",
    49165: "ECDH_RSA_WITH_3DES_EDE_CBC_SHA",
    49170: "ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
  },
};

export const brokenSuites: readonly Suite[] = families.flatMap((family) =>
  Object.entries(names[family]).map(([number, name]) => ({ number: Number(number), name: `TLS_${name}`, family })),
);

/** Suites with an ephemeral key exchange over a finite field. */
export const dheSuites: readonly number[] = [
  0x009e, 0x009f, 0x00a2, 0x00a3, 0x0033, 0x0039, 0x0032, 0x0038, 0x0067, 0x006b, 0x0040, 0x006a, 0x0045, 0x0088,
  0xccaa, 0x0016, 0x0013,
];

/** Suites of TLS 1.2 and before with forward secrecy, over curves and finite fields. */
export const forwardSecretSuites: readonly number[] = [
  ...[0xc02b, 0xc02c, 0xc02f, 0xc030, 0xcca8, 0xcca9, 0xc023, 0xc024, 0xc027, 0xc028, 0xc009, 0xc00a, 0xc013, 0xc014],
  ...[0xc0ac, 0xc0ad, 0xc072, 0xc073, 0xc076, 0xc077, 0xc060, 0xc061],
  ...dheSuites,
];

/** True for a suite, by its IANA name, whose key exchange keeps recorded traffic secret when the key is stolen later. */
export const hasForwardSecrecy = (suite: string): boolean => /^TLS_(?:EC)?DHE_/.test(suite) || !/_WITH_/.test(suite);
