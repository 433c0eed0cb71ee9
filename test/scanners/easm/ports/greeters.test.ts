import { describe, expect, test } from "vitest";
import { recogniseGreeting } from "../../../../functions/scanners/easm/ports/banners.ts";
import { greeterOf, greeters, products, shownBy } from "../../../../functions/scanners/easm/ports/greeters.ts";

type Row = readonly [protocol: string, product: string, version: string | null, greeting: string];

/** One greeting for each product of a protocol whose greeting is judged elsewhere. */
const shown: readonly Row[] = [
  ["ssh", "OpenSSH", "9.6p1", "SSH-2.0-OpenSSH_9.6p1 Ubuntu-3ubuntu13.5\r\n"],
  ["ssh", "Dropbear", "2022.83", "SSH-2.0-dropbear_2022.83\r\n"],
  ["ssh", "libssh", "0.9.6", "SSH-2.0-libssh_0.9.6\r\n"],
  ["ssh", "Cisco SSH", "1.25", "SSH-2.0-Cisco-1.25\r\n"],
  ["ssh", "Bitvise SSH Server", "9.31", "SSH-2.0-9.31 FlowSsh: Bitvise SSH Server (WinSSHD) 9.31\r\n"],
  ["ssh", "MikroTik RouterOS", null, "SSH-2.0-ROSSSH\r\n"],
  ["ftp", "vsFTPd", "3.0.5", "220 (vsFTPd 3.0.5)\r\n"],
  ["ftp", "ProFTPD", "1.3.8", "220 ProFTPD 1.3.8 Server (Debian) [::ffff:192.0.2.1]\r\n"],
  ["ftp", "Pure-FTPd", null, "220---------- Welcome to Pure-FTPd [privsep] [TLS] ----------\r\n"],
  ["ftp", "FileZilla Server", "1.8.1", "220-FileZilla Server 1.8.1\r\n220 Hello\r\n"],
  ["ftp", "Microsoft FTP Service", null, "220 Microsoft FTP Service\r\n"],
  ["ftp", "Serv-U", "15.4", "220 Serv-U FTP Server v15.4 ready...\r\n"],
  ["ftp", "pyftpdlib", "1.5.9", "220 pyftpdlib 1.5.9 ready.\r\n"],
  ["smtp", "Postfix", null, "220 mx.example.test ESMTP Postfix (Debian/GNU)\r\n"],
  ["smtp", "Exim", "4.97", "220 mx.example.test ESMTP Exim 4.97 Sat, 21 Nov 2026 10:00:00 +0000\r\n"],
  ["smtp", "Sendmail", "8.17.1", "220 mx.example.test ESMTP Sendmail 8.17.1/8.17.1; Sat, 21 Nov 2026\r\n"],
  ["smtp", "Microsoft Exchange", null, "220 mx.example.test Microsoft ESMTP MAIL Service ready at Sat\r\n"],
  ["smtp", "OpenSMTPD", null, "220 mx.example.test ESMTP OpenSMTPD\r\n"],
  ["smtp", "Haraka", "3.0.3", "220 mx.example.test ESMTP Haraka/3.0.3 ready\r\n"],
  ["pop3", "Dovecot", null, "+OK Dovecot (Debian) ready.\r\n"],
  ["pop3", "Cyrus", "3.6.1", "+OK mail.example.test Cyrus POP3 3.6.1 server ready\r\n"],
  ["pop3", "Microsoft Exchange", null, "+OK The Microsoft Exchange POP3 service is ready.\r\n"],
  ["imap", "Dovecot", null, "* OK [CAPABILITY IMAP4rev1 STARTTLS] Dovecot (Ubuntu) ready.\r\n"],
  ["imap", "Courier", null, "* OK [CAPABILITY IMAP4rev1] Courier-IMAP ready.\r\n"],
  ["imap", "Cyrus", "3.6.1", "* OK [CAPABILITY IMAP4rev1] mail.example.test Cyrus IMAP 3.6.1 server ready\r\n"],
  ["imap", "Microsoft Exchange", null, "* OK The Microsoft Exchange IMAP4 service is ready.\r\n"],
  ["rfb", "VNC", "003.008", "RFB 003.008\n"],
  ["rsync", "rsync", "31.0", "@RSYNCD: 31.0 sha512 sha256 sha1 md5 md4\n"],
];

/** One greeting for each service that is known by it alone. */
const alone: readonly Row[] = [
  ["nntp", "InterNetNews", "2.7.1", "200 news.example.test InterNetNews NNRP server INN 2.7.1 ready (posting ok)\r\n"],
  ["nntp", "NNTP server", null, "201 news.example.test NNTP Service ready, no posting\r\n"],
  ["irc", "IRC server", null, ":irc.example.test NOTICE * :*** Looking up your hostname...\r\n"],
  ["svn", "Subversion", null, "( success ( 2 2 ( ) ( edit-pipeline svndiff1 ) ) ) "],
  ["sieve", "ManageSieve", null, '"IMPLEMENTATION" "Dovecot Pigeonhole"\r\n"SIEVE" "fileinto reject"\r\n'],
  ["lmtp", "LMTP server", null, "220 mail.example.test LMTP Dovecot ready\r\n"],
  [
    "dict",
    "DICT server",
    null,
    "220 dict.example.test dictd 1.12.1/rf on Linux <auth.mime> <7.12.1@dict.example.test>\r\n",
  ],
  ["bgp", "BGP speaker", null, `${"\xff".repeat(16)}\0\x1d\x01\x04`],
  ["mysqlx", "MySQL X Protocol", null, "\x05\0\0\0\x0b\x08\x05\x1a\0"],
  ["tarantool", "Tarantool", "2.11.1", "Tarantool 2.11.1 (Binary) 7170b4aa-2a5c-4a2f-9e0d-3a1a2c6a2f4e\n"],
  ["nbd", "Network Block Device", null, "NBDMAGICIHAVEOPT\0\x03"],
  ["openwire", "Apache ActiveMQ", null, "\0\0\x01\x40\x01ActiveMQ\0\0\0\x0c\x01"],
  ["asterisk-manager", "Asterisk Call Manager", "7.0.3", "Asterisk Call Manager/7.0.3\r\n"],
  [
    "vmware-auth",
    "VMware Authentication Daemon",
    "1.10",
    "220 VMware Authentication Daemon Version 1.10: SSL Required, ServerDaemonProtocol:SOAP\r\n",
  ],
  ["ceph", "Ceph monitor", "2", "ceph v2\n\x10\0"],
  [
    "openvpn-management",
    "OpenVPN management",
    "5",
    ">INFO:OpenVPN Management Interface Version 5 -- type 'help' for more info\r\n",
  ],
  ["varnish-cli", "Varnish CLI", "1.0", "200 194     \n-----------------------------\nVarnish Cache CLI 1.0\n"],
  ["teamspeak-query", "TeamSpeak ServerQuery", null, "TS3\n\rWelcome to the TeamSpeak 3 ServerQuery interface"],
  ["gpsd", "gpsd", "3.25", '{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3}\r\n'],
  ["mpd", "Music Player Daemon", "0.23.5", "OK MPD 0.23.5\n"],
  ["hddtemp", "hddtemp", null, "|/dev/sda|WDC WD20EFRX|34|C|"],
  ["spamd", "SpamAssassin", "1.5", "SPAMD/1.5 76 Bad header line: (timeout)\r\n"],
];

describe("products by their greeting", () => {
  test.each(shown)("%s: %s %s", (protocol, product, version, greeting) => {
    expect(shownBy(protocol, greeting)).toEqual({ product, version });
  });

  test("each row of the table has a greeting here", () => {
    const names = (rows: readonly { protocol: string; product: string }[]) =>
      rows.map((row) => `${row.protocol} ${row.product}`).sort();
    const tried = (rows: readonly Row[]) => rows.map(([protocol, product]) => ({ protocol, product }));
    expect(names(tried(shown))).toEqual(names(products));
    expect(names(tried(alone))).toEqual(names(greeters));
  });
});

describe("services known by their greeting alone", () => {
  test.each(alone)("%s: %s %s", (protocol, product, version, greeting) => {
    expect(greeterOf(greeting)).toMatchObject({ protocol, product, version });
    expect(recogniseGreeting(Buffer.from(greeting, "latin1"))).toMatchObject({ protocol });
  });

  test.each([
    "Welcome! This host runs InterNetNews, MPD and a Varnish Cache CLI.\r\n",
    "OK\r\n",
    "200 OK\r\n",
    "HTTP/1.1 400 Bad Request\r\n\r\n",
    "SSH\r\n",
    "INFO {not json}\r\n",
    'INFO {"server_id":1}\r\n',
  ])("words alone are none: %j", (greeting) => {
    expect(recogniseGreeting(Buffer.from(greeting, "latin1"))).toBeNull();
  });
});
