import type { LabHost, Section, TcpService } from "../model.ts";
import { ftp, rdp, smtp, ssh, telnet, vnc } from "../tcp/remote-access.ts";
import { smb } from "../tcp/smb.ts";

const host = (name: string, port: number, converse: TcpService["converse"]): LabHost => ({
  names: [name],
  services: [{ kind: "tcp", port, converse }],
});

/** Remote administration and file transfer that should not face the internet, and services that greet like them. */
export const remoteAccess: Section = {
  hosts: [
    host("legacy.acme.test", 2323, telnet),
    host("ftp.acme.test", 2121, ftp),
    host("remote.acme.test", 5900, vnc),
    host("rdp.acme.test", 3389, rdp),
    host("files.acme.test", 9000, smb),
    host("git.acme.test", 2222, ssh),
    host("mail.acme.test", 2525, smtp),
    { names: ["mail.globex.test"], services: [{ kind: "tcp", port: 2525, converse: smtp }] },
    { names: ["mail.hooli.test"], services: [{ kind: "tcp", port: 2525, converse: smtp }] },
    { names: ["mail.umbrella.test"], services: [{ kind: "tcp", port: 2525, converse: smtp }] },
  ],
  truths: [
    { rule: "easm.ports.telnet_exposed", host: "legacy.acme.test", port: 2323, why: "Negotiates telnet options." },
    { rule: "easm.ports.ftp_exposed", host: "ftp.acme.test", port: 2121, why: "Greets and asks for a login as FTP." },
    { rule: "easm.ports.remote_desktop_exposed", host: "remote.acme.test", port: 5900, why: "Speaks RFB." },
    {
      rule: "easm.ports.remote_desktop_exposed",
      host: "rdp.acme.test",
      port: 3389,
      why: "Confirms an RDP connection.",
    },
    {
      rule: "easm.ports.smb_exposed",
      host: "files.acme.test",
      port: 9000,
      why: "Negotiates SMB2 on a forwarded port.",
    },
  ],
  decoys: [
    { resembles: "easm.ports.ftp_exposed", host: "mail.acme.test", port: 2525, why: "SMTP greets with 220 too." },
    { resembles: "easm.ports.telnet_exposed", host: "git.acme.test", port: 2222, why: "SSH is the safe way in." },
    { resembles: "easm.ports.remote_desktop_exposed", host: "git.acme.test", port: 2222, why: "SSH is no desktop." },
  ],
};
