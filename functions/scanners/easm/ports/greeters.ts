/** What becomes of a service once it is known what it is. */
export type Standing = "plain" | "internal" | "database";

/** A product by the first thing that it says, as Latin-1 text. */
export interface Greeter {
  /** IANA's spelling where there is one. */
  readonly protocol: string;
  readonly product: string;
  /** A pattern whose group `version` holds the version, where it is shown; or the first bytes. */
  readonly sign: RegExp | Buffer;
  /** `plain` unless given: services of a network of its own, and databases, are no public ones. */
  readonly standing?: Standing;
}

/**
 * Products of protocols whose greeting is judged elsewhere: here they get their name. From what the products' manuals and
 * default configurations show.
 */
export const products: readonly Greeter[] = [
  { protocol: "ssh", product: "OpenSSH", sign: /^SSH-[\d.]+-OpenSSH_(?:for_Windows_)?(?<version>\d[\w.]*)/ },
  { protocol: "ssh", product: "Dropbear", sign: /^SSH-[\d.]+-dropbear(?:_(?<version>\d[\w.]*))?/i },
  { protocol: "ssh", product: "libssh", sign: /^SSH-[\d.]+-libssh[-_](?<version>\d[\w.]*)/ },
  { protocol: "ssh", product: "Cisco SSH", sign: /^SSH-[\d.]+-Cisco-(?<version>\d[\w.]*)/ },
  { protocol: "ssh", product: "Bitvise SSH Server", sign: /^SSH-[\d.]+-(?<version>\d[\w.]*) FlowSsh: Bitvise/ },
  { protocol: "ssh", product: "MikroTik RouterOS", sign: /^SSH-[\d.]+-ROSSSH/ },
  { protocol: "ftp", product: "vsFTPd", sign: /^220[ -]\(vsFTPd (?<version>\d[\w.]*)\)/ },
  { protocol: "ftp", product: "ProFTPD", sign: /^220[ -]ProFTPD(?: (?<version>\d[\w.]*))?/ },
  { protocol: "ftp", product: "Pure-FTPd", sign: /^220[ -].*Pure-FTPd/ },
  {
    protocol: "ftp",
    product: "FileZilla Server",
    sign: /^220[ -]FileZilla Server(?: (?:version )?(?<version>\d[\w.]*))?/,
  },
  { protocol: "ftp", product: "Microsoft FTP Service", sign: /^220[ -].*Microsoft FTP Service/ },
  { protocol: "ftp", product: "Serv-U", sign: /^220[ -]Serv-U FTP Server v(?<version>\d[\w.]*)/ },
  { protocol: "ftp", product: "pyftpdlib", sign: /^220[ -]pyftpdlib (?<version>\d[\w.]*)/ },
  { protocol: "smtp", product: "Postfix", sign: /^220[ -]\S+ ESMTP Postfix/ },
  { protocol: "smtp", product: "Exim", sign: /^220[ -]\S+ ESMTP Exim (?<version>\d[\w.]*)/ },
  { protocol: "smtp", product: "Sendmail", sign: /^220[ -]\S+ ESMTP Sendmail (?<version>\d[\w.]*)/ },
  { protocol: "smtp", product: "Microsoft Exchange", sign: /^220[ -]\S+ Microsoft ESMTP MAIL Service/ },
  { protocol: "smtp", product: "OpenSMTPD", sign: /^220[ -]\S+ ESMTP OpenSMTPD/ },
  { protocol: "smtp", product: "Haraka", sign: /^220[ -]\S+ ESMTP Haraka\/?(?<version>\d[\w.]*)?/ },
  { protocol: "pop3", product: "Dovecot", sign: /^\+OK (?:\[[^\]]*\] )?Dovecot/ },
  { protocol: "pop3", product: "Cyrus", sign: /^\+OK \S+ Cyrus POP3 v?(?<version>\d[\w.]*)/ },
  { protocol: "pop3", product: "Microsoft Exchange", sign: /^\+OK The Microsoft Exchange POP3/ },
  { protocol: "imap", product: "Dovecot", sign: /^\* (?:OK|PREAUTH) (?:\[[^\]]*\] )?Dovecot/ },
  { protocol: "imap", product: "Courier", sign: /^\* OK (?:\[[^\]]*\] )?Courier-IMAP/ },
  { protocol: "imap", product: "Cyrus", sign: /^\* OK (?:\[[^\]]*\] )?\S+ Cyrus IMAP v?(?<version>\d[\w.]*)/ },
  { protocol: "imap", product: "Microsoft Exchange", sign: /^\* OK The Microsoft Exchange IMAP4/ },
  { protocol: "rfb", product: "VNC", sign: /^RFB (?<version>\d{3}\.\d{3})\n/ },
  { protocol: "rsync", product: "rsync", sign: /^@RSYNCD: (?<version>\d[\d.]*)/ },
];

/** Services that are known by their greeting alone. Each sign is more than a word: a page may hold any word. */
export const greeters: readonly Greeter[] = [
  {
    protocol: "nntp",
    product: "InterNetNews",
    sign: /^20[01] \S+ InterNetNews (?:NNRP )?server INN (?<version>\d[\w.]*)/,
  },
  { protocol: "nntp", product: "NNTP server", sign: /^20[01] .*\bNNTP\b/ },
  { protocol: "irc", product: "IRC server", sign: /^:\S+ (?:NOTICE (?:AUTH|\*) :|020 \* :)/ },
  { protocol: "svn", product: "Subversion", sign: /^\( success \( \d \d \(/ },
  {
    protocol: "sieve",
    product: "ManageSieve",
    sign: /^"IMPLEMENTATION" "(?:[A-Za-z ]+?)(?: v?(?<version>\d[\w.]*))?"\r\n/,
  },
  { protocol: "lmtp", product: "LMTP server", sign: /^220[ -]\S+ LMTP\b/ },
  { protocol: "dict", product: "DICT server", sign: /^220 .*<[\w.]*>? ?<[\w.]+@[\w.-]+>\r\n/ },
  { protocol: "bgp", product: "BGP speaker", sign: /^\xff{16}\0/ },
  {
    protocol: "mysqlx",
    product: "MySQL X Protocol",
    sign: Buffer.from("050000000b08051a00", "hex"),
    standing: "database",
  },
  {
    protocol: "tarantool",
    product: "Tarantool",
    sign: /^Tarantool (?<version>\d[\w.-]*) \((?:Binary|Lua)\)/,
    standing: "database",
  },
  { protocol: "nbd", product: "Network Block Device", sign: /^NBDMAGIC/, standing: "internal" },
  { protocol: "openwire", product: "Apache ActiveMQ", sign: /^\0\0[\s\S]{3}ActiveMQ\0\0\0/, standing: "internal" },
  {
    protocol: "asterisk-manager",
    product: "Asterisk Call Manager",
    sign: /^Asterisk Call Manager\/(?<version>\d[\w.]*)/,
    standing: "internal",
  },
  {
    protocol: "vmware-auth",
    product: "VMware Authentication Daemon",
    sign: /^220 VMware Authentication Daemon Version (?<version>\d[\w.]*)/,
    standing: "internal",
  },
  { protocol: "ceph", product: "Ceph monitor", sign: /^ceph v(?<version>\d{3}|2)/, standing: "internal" },
  {
    protocol: "openvpn-management",
    product: "OpenVPN management",
    sign: /^(?:>INFO:OpenVPN Management Interface Version (?<version>\d+)|ENTER PASSWORD:$)/,
    standing: "internal",
  },
  {
    protocol: "varnish-cli",
    product: "Varnish CLI",
    sign: /^(?:107 \d+ +\n[a-z]{32}\n|200 \d+ +\n-+\nVarnish Cache CLI (?<version>\d[\w.]*))/,
    standing: "internal",
  },
  {
    protocol: "teamspeak-query",
    product: "TeamSpeak ServerQuery",
    sign: /^TS3\n\rWelcome to the TeamSpeak 3 ServerQuery/,
  },
  {
    protocol: "gpsd",
    product: "gpsd",
    sign: /^\{"class":"VERSION","release":"(?<version>\d[\w.]*)/,
    standing: "internal",
  },
  { protocol: "mpd", product: "Music Player Daemon", sign: /^OK MPD (?<version>\d[\w.]*)\n/, standing: "internal" },
  { protocol: "hddtemp", product: "hddtemp", sign: /^\|\/dev\/\w+\|[^|]*\|(?:\d+|\w+)\|[CF*]\|/, standing: "internal" },
  { protocol: "spamd", product: "SpamAssassin", sign: /^SPAMD\/(?<version>\d[\w.]*) \d+ /, standing: "internal" },
];

/** Product and version that a greeting of the protocol shows; nothing where none is known. */
export function shownBy(
  protocol: string,
  text: string,
): { readonly product?: string; readonly version?: string | null } {
  for (const row of products) {
    const shown = row.protocol === protocol ? shownIn(row, text) : null;
    if (shown) return { product: row.product, ...shown };
  }
  return {};
}

/** The row of a greeting with the version in it; null for an unknown greeting. */
export function greeterOf(text: string): (Greeter & { readonly version: string | null }) | null {
  for (const row of greeters) {
    const shown = shownIn(row, text);
    if (shown) return { ...row, ...shown };
  }
  return null;
}

function shownIn({ sign }: Greeter, text: string): { readonly version: string | null } | null {
  if (sign instanceof RegExp) {
    const match = sign.exec(text);
    return match ? { version: match.groups?.version ?? null } : null;
  }
  return text.startsWith(sign.toString("latin1")) ? { version: null } : null;
}
