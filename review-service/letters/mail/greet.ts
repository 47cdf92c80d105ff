import SMTPConnection from 'nodemailer/lib/smtp-connection';

const TIMEOUT_MS = 10_000;

/**
 * Greets the mail server, over TLS where it knows that, and leaves: no login, no mail.
 * @param url - as `createSmtpTransport` takes it.
 * @returns whether it spoke TLS.
 */
export async function greetMailServer(url: string): Promise<{ isEncrypted: boolean }> {
  const { protocol, hostname, port, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: searchParams.get('requireTLS') === 'true',
    ignoreTLS: searchParams.has('ignoreTLS'),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return { isEncrypted: connection.secure };
  } finally {
    connection.close();
  }
}
