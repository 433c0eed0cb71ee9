/** The day on which this snapshot was composed, by hand; it was not compared with NVD's and CISA's lists entry by entry. */
export const SNAPSHOT_DATE = "2026-11-21";

/** A product as it is recognised here, and what is known of its versions. */
export interface KnownProduct {
  readonly product: string;
  /** Numbers that a version must have to be exact: `7` may be any 7.x. Default 3. */
  readonly numbers?: number;
  /**
   * One known weakness on each line: the CVE, its CVSS base score (3.x as NVD has it, 2.0 for older ones), `kev` where CISA
   * is known to list it as exploited, `if:Word` where the banner must hold a word, and the affected versions: `A..B` up to and with B,
   * `A..<B` without B.
   */
  readonly weaknesses: string;
}

/** Ranges stand here only where the vendor's advisory states them; what is disputed or depends on more is left out. */
export const knownProducts: readonly KnownProduct[] = [
  {
    product: "jQuery",
    weaknesses: `
      CVE-2020-11023 6.1 kev 1.0.3..<3.5.0
      CVE-2020-11022 6.1 1.2.0..<3.5.0
      CVE-2019-11358 6.1 1.0.0..<3.4.0
      CVE-2015-9251 6.1 1.0.0..<3.0.0
      CVE-2012-6708 6.1 1.0.0..<1.9.0
    `,
  },
  {
    product: "jQuery UI",
    weaknesses: `
      CVE-2022-31160 6.1 1.0.0..<1.13.2
      CVE-2021-41182 6.1 1.0.0..<1.13.0
      CVE-2021-41183 6.1 1.0.0..<1.13.0
      CVE-2021-41184 6.1 1.0.0..<1.13.0
      CVE-2016-7103 6.1 1.0.0..<1.12.0
    `,
  },
  {
    product: "Bootstrap",
    weaknesses: `
      CVE-2019-8331 6.1 3.0.0..<3.4.1 4.0.0..<4.3.1
      CVE-2018-14042 6.1 3.0.0..<3.4.0 4.0.0..<4.1.2
      CVE-2018-14041 6.1 4.0.0..<4.1.2
      CVE-2018-14040 6.1 3.0.0..<3.4.0 4.0.0..<4.1.2
      CVE-2016-10735 6.1 3.0.0..<3.4.0
    `,
  },
  {
    product: "AngularJS",
    weaknesses: `
      CVE-2024-21490 7.5 1.3.0..1.8.3
      CVE-2020-7676 5.4 1.0.0..<1.8.0
      CVE-2019-10768 7.5 1.4.0..<1.7.9
    `,
  },
  {
    product: "lodash",
    weaknesses: `
      CVE-2021-23337 7.2 1.0.0..<4.17.21
      CVE-2020-28500 5.3 4.0.0..<4.17.21
      CVE-2020-8203 7.4 3.7.0..<4.17.19
      CVE-2019-10744 9.1 1.0.0..<4.17.12
      CVE-2018-16487 5.6 1.0.0..<4.17.11
      CVE-2018-3721 6.5 1.0.0..<4.17.5
    `,
  },
  {
    product: "Moment.js",
    weaknesses: `
      CVE-2022-31129 7.5 2.18.0..<2.29.4
      CVE-2022-24785 7.5 1.0.1..<2.29.2
      CVE-2017-18214 7.5 1.0.0..<2.19.3
      CVE-2016-4055 6.5 1.0.0..<2.11.2
    `,
  },
  {
    product: "Handlebars",
    weaknesses: `
      CVE-2021-23383 9.8 1.0.0..<4.7.7
      CVE-2021-23369 9.8 1.0.0..<4.7.7
      CVE-2019-19919 9.8 4.0.0..<4.3.0
    `,
  },
  { product: "Underscore.js", weaknesses: "CVE-2021-23358 7.2 1.3.2..<1.12.1" },
  { product: "DOMPurify", weaknesses: "CVE-2020-26870 6.1 1.0.0..<2.0.17" },
  {
    product: "axios",
    weaknesses: `
      CVE-2023-45857 6.5 0.8.1..<0.28.0 1.0.0..<1.6.0
      CVE-2021-3749 7.5 0.1.0..<0.21.2
      CVE-2020-28168 5.9 0.19.0..<0.21.1
    `,
  },
  {
    product: "Apache HTTP Server",
    weaknesses: `
      CVE-2024-38475 9.1 kev 2.4.0..2.4.59
      CVE-2024-38474 9.8 2.4.0..2.4.59
      CVE-2023-25690 9.8 2.4.0..2.4.55
      CVE-2022-31813 9.8 2.4.0..2.4.53
      CVE-2022-22720 9.8 2.4.0..2.4.52
      CVE-2021-44790 9.8 2.4.0..2.4.51
      CVE-2021-42013 9.8 kev 2.4.49..2.4.50
      CVE-2021-41773 7.5 kev 2.4.49..2.4.49
      CVE-2021-40438 9.0 kev 2.4.17..2.4.48
      CVE-2020-11984 9.8 2.4.32..2.4.43
      CVE-2019-0211 7.8 kev 2.4.17..2.4.38
      CVE-2017-9798 7.5 2.2.0..2.2.34 2.4.0..2.4.27
      CVE-2017-7679 9.8 2.2.0..<2.2.33 2.4.0..<2.4.26
    `,
  },
  {
    product: "nginx",
    weaknesses: `
      CVE-2024-7347 4.7 1.5.13..<1.26.2 1.27.0..<1.27.1
      CVE-2022-41741 7.8 1.1.3..<1.22.1 1.23.0..<1.23.2
      CVE-2021-23017 7.7 0.6.18..<1.20.1
      CVE-2019-9511 7.5 1.9.5..<1.16.1 1.17.0..<1.17.3
      CVE-2019-9513 7.5 1.9.5..<1.16.1 1.17.0..<1.17.3
      CVE-2018-16843 7.5 1.9.5..<1.14.1 1.15.0..<1.15.6
      CVE-2018-16844 7.5 1.9.5..<1.14.1 1.15.0..<1.15.6
      CVE-2017-7529 7.5 0.5.6..<1.12.1 1.13.0..<1.13.3
    `,
  },
  {
    product: "PHP",
    weaknesses: `
      CVE-2024-4577 9.8 kev if:Win 8.1.0..<8.1.29 8.2.0..<8.2.20 8.3.0..<8.3.8
      CVE-2019-11043 9.8 kev 7.1.0..<7.1.33 7.2.0..<7.2.24 7.3.0..<7.3.11
      CVE-2012-1823 9.8 kev 5.0.0..<5.3.12 5.4.0..<5.4.2
    `,
  },
  {
    product: "OpenSSL",
    weaknesses: `
      CVE-2022-3602 7.5 3.0.0..3.0.6
      CVE-2022-0778 7.5 1.1.1..<1.1.1n
      CVE-2014-0160 7.5 kev 1.0.1..1.0.1f
    `,
  },
  {
    product: "Apache Tomcat",
    weaknesses: `
      CVE-2025-24813 9.8 kev 9.0.1..9.0.98 10.1.1..10.1.34 11.0.0..11.0.2
      CVE-2020-1938 9.8 kev 7.0.0..7.0.99 8.5.0..8.5.50 9.0.1..9.0.30
      CVE-2017-12617 8.1 kev 7.0.0..7.0.81 8.0.1..8.0.46 8.5.0..8.5.22
    `,
  },
  {
    product: "WordPress",
    // 5.8 without a third number is 5.8.0.
    numbers: 2,
    weaknesses: `
      CVE-2022-21661 7.5 5.6..<5.6.7 5.7..<5.7.5 5.8..<5.8.3
      CVE-2019-17671 5.3 5.2..<5.2.4
      CVE-2019-8942 8.8 4.9..<4.9.9 5.0..5.0.0
      CVE-2017-1001000 7.5 4.7..4.7.1
    `,
  },
  { product: "Joomla", weaknesses: "CVE-2023-23752 5.3 kev 4.0.0..4.2.7" },
  {
    product: "Drupal",
    numbers: 2,
    weaknesses: `
      CVE-2018-7600 9.8 kev 7.0..<7.58 8.0..<8.3.9 8.4..<8.4.6 8.5..<8.5.1
      CVE-2018-7602 9.8 kev 7.0..<7.59 8.0..<8.4.8 8.5..<8.5.3
    `,
  },
  {
    product: "OpenSSH",
    numbers: 2,
    weaknesses: `
      CVE-2025-26466 5.9 9.5p1..9.9p1
      CVE-2024-6387 8.1 8.5p1..9.7p1
      CVE-2023-48795 5.9 5.0..<9.6
      CVE-2023-38408 9.8 5.5..<9.3p2
      CVE-2021-41617 7.0 6.2..<8.8
      CVE-2018-15473 5.3 5.0..<7.8
    `,
  },
  {
    product: "Exim",
    numbers: 2,
    weaknesses: `
      CVE-2020-28017 9.8 4.0..<4.94.2
      CVE-2019-16928 9.8 kev 4.92..4.92.2
      CVE-2019-15846 9.8 4.80..<4.92.2
      CVE-2019-10149 9.8 kev 4.87..4.91
      CVE-2018-6789 9.8 kev 4.0..<4.90.1
    `,
  },
  {
    product: "ProFTPD",
    weaknesses: `
      CVE-2023-51713 7.5 1.3.0..<1.3.8a
      CVE-2020-9273 8.8 1.3.0..1.3.6b
      CVE-2019-12815 9.8 1.3.0..1.3.5b
      CVE-2015-3306 10.0 1.3.5..1.3.5
    `,
  },
  {
    product: "vsftpd",
    weaknesses: `
      CVE-2021-3618 7.4 2.0.0..<3.0.4
      CVE-2011-2523 9.8 2.3.4..2.3.4
    `,
  },
];

/** The last day of security fixes of a series of versions, as the makers announced it: product, series, day. */
export const endOfLife: readonly (readonly [product: string, series: string, day: string])[] = [
  ["PHP", "5", "2018-12-31"],
  ["PHP", "7.0", "2019-01-10"],
  ["PHP", "7.1", "2019-12-01"],
  ["PHP", "7.2", "2020-11-30"],
  ["PHP", "7.3", "2021-12-06"],
  ["PHP", "7.4", "2022-11-28"],
  ["PHP", "8.0", "2023-11-26"],
  ["PHP", "8.1", "2025-12-31"],
  ["PHP", "8.2", "2026-12-31"],
  ["PHP", "8.3", "2027-12-31"],
  ["Apache HTTP Server", "2.2", "2017-07-11"],
  ["Apache Tomcat", "7.0", "2021-03-31"],
  ["Apache Tomcat", "8.0", "2018-06-30"],
  ["Apache Tomcat", "8.5", "2024-03-31"],
  ["AngularJS", "1", "2021-12-31"],
  ["Bootstrap", "3", "2019-07-24"],
  ["Bootstrap", "4", "2023-01-01"],
  ["Vue.js", "2", "2023-12-31"],
  ["Drupal", "7", "2025-01-05"],
  ["Drupal", "8", "2021-11-02"],
  ["Drupal", "9", "2023-11-01"],
  ["Microsoft IIS", "7.0", "2020-01-14"],
  ["Microsoft IIS", "7.5", "2020-01-14"],
  ["Microsoft IIS", "8.0", "2023-10-10"],
  ["Microsoft IIS", "8.5", "2023-10-10"],
  ["OpenSSL", "1.0", "2019-12-31"],
  ["OpenSSL", "1.1", "2023-09-11"],
];
