/** A mail server for tests, which speaks real SMTP and misbehaves when it is told to. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came over the wire. */
  readonly raw: string;
  /** Over TLS. */
  readonly secure: boolean;
}

/** What the server does wrong: nothing, or what its name says. */
export type Behaviour =
  | 'accept'
  | 'refuse recipient'
  | 'refuse sender'
  | 'refuse mail'
  | 'busy'
  | 'hang'
  | 'drop after mail';

/** Where a dialogue is, in order. */
export type Step = 'connected' | 'sender' | 'recipient' | 'data' | 'mail' | 'accepted';

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

export class TestMailServer {
  behaviour: Behaviour = 'accept';
  /** Told of each step before it is answered; an answer waits for what it returns. */
  onStep: (step: Step) => Promise<void> | void = () => {};
  readonly received: ReceivedMail[] = [];
  /** How often a mail was offered in full, whatever was answered. */
  offered = 0;
  /** How many mails are being taken now, and how many were at most. */
  active = 0;
  mostActive = 0;
  readonly #server: SMTPServer;

  /** @param knowsTls - offers STARTTLS, with a certificate that nobody vouches for. */
  constructor({ knowsTls = false } = {}) {
    const answer = (step: Step, done: (error?: Error | null) => void, refused: Error | null = null) => {
      void Promise.resolve(this.onStep(step)).then(() => done(refused));
    };
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: knowsTls ? [] : ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onConnect: (_session, done) => {
        if (this.behaviour === 'hang') return;
        answer('connected', done);
      },
      onMailFrom: (_address, _session, done) =>
        answer('sender', done, this.behaviour === 'refuse sender' ? refusal(550, 'Who are you?') : null),
      onRcptTo: (address, _session, done) =>
        answer(
          'recipient',
          done,
          this.behaviour === 'refuse recipient'
            ? refusal(550, `No such mailbox ${address.address}`)
            : this.behaviour === 'busy'
              ? refusal(451, 'Try again later')
              : null,
        ),
      onData: (stream, session, done) => {
        this.active++;
        this.mostActive = Math.max(this.mostActive, this.active);
        const chunks: Buffer[] = [];
        void Promise.resolve(this.onStep('data'));
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.offered++;
          const { mailFrom, rcptTo } = session.envelope;
          const mail = {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
            secure: session.secure,
          };
          void Promise.resolve(this.onStep('mail')).then(() => {
            this.active--;
            if (this.behaviour === 'drop after mail') {
              this.#dropAll();
              return;
            }
            if (this.behaviour === 'refuse mail') return done(refusal(554, 'Not this'));
            this.received.push(mail);
            done();
            void this.onStep('accepted');
          });
        });
      },
    });
    // A client that is cut off is what some tests are about.
    this.#server.on('error', () => {});
  }

  /** Somebody on the way takes the offer of TLS out, and answers for the server that it knows none. */
  stripTls(): void {
    (this.#server as unknown as { options: { disabledCommands: string[] } }).options.disabledCommands = ['STARTTLS'];
  }

  /** Address for `PLAUDIT_SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return this;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#dropAll();
    });
  }

  #dropAll(): void {
    const { connections } = this.#server as unknown as { connections: Set<{ _socket: { destroy(): void } }> };
    for (const connection of connections) connection._socket.destroy();
  }
}

/** A header of a mail, unfolded and decoded as far as our own mails need it. */
export function headerOf({ raw }: ReceivedMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line === undefined ? undefined : decodeWords(line.slice(name.length + 1).trim());
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_match, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

/** One of the alternatives of a mail, as text. */
export function partOf({ raw }: Pick<ReceivedMail, 'raw'>, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="?([^"\r\n;]+)/.exec(raw)?.[1] ?? '';
  const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const at = part.indexOf('\r\n\r\n');
  const body = part.slice(at + 4);
  if (/base64/i.test(part.slice(0, at))) return Buffer.from(body, 'base64').toString();
  return /quoted-printable/i.test(part.slice(0, at)) ? decodeQuoted(body) : body;
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Waits until something holds, and fails with what did not. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 300_000,
): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`never came about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
