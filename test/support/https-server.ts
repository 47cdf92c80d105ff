/** A server over https on the loopback, which this process trusts as long as it runs. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Of the tests alone: for 127.0.0.1, until the year 2126. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBozCCAUmgAwIBAgIUFr3AAS8c5SW5qD2YDhAM7FtKGl8wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcGljdHVyZXMudGVzdDAgFw0yNjExMjYxODU1MDlaGA8yMTI2
MTEwMjE4NTUwOVowGDEWMBQGA1UEAwwNcGljdHVyZXMudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABMsbvsYG8RtJ8TlQr5QrYwLTk4NTcUeBgzhiCdre2R6G
7mMfuzKReBL4bPYaI0uQwF62MkmzrpDasNXZ5StZB5ajbzBtMB0GA1UdDgQWBBR+
oyl9QAN6AH+x/VmeGcisI2+JCDAfBgNVHSMEGDAWgBR+oyl9QAN6AH+x/VmeGcis
I2+JCDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGHBH8AAAGCCWxvY2FsaG9z
dDAKBggqhkjOPQQDAgNIADBFAiEAklcj1cFBeCexQ83W7fB9kPMyW5WsjuiyeNvb
7oo0PtsCIFgul0y2ojk0yQ6dQdgmTUSzuhzXFTakWc+LuGU0NSi3
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkj1L0XZmy5S6jSiC
idaM7fiqdQhzVfxEIlcAI3mLyVGhRANCAATLG77GBvEbSfE5UK+UK2MC05ODU3FH
gYM4Ygna3tkehu5jH7sykXgS+Gz2GiNLkMBetjJJs66Q2rDV2eUrWQeW
-----END PRIVATE KEY-----`;

export async function startHttpsServer(
  listener: RequestListener,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate]);
  const server = createServer({ key, cert: certificate }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
