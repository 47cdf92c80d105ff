/** HTTP as an attacker speaks it: a connection on which any bytes are written, at any pace. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export class RawConnection {
  readonly socket: Socket;
  /** What came back, whole answers taken away. */
  #received = '';
  readonly #closed: Promise<void>;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text;
    });
    // A server that refuses may reset a connection on which something is still being sent.
    socket.on('error', () => {});
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => resolve());
    });
  }

  /** @param from - the address to come from, such as 127.0.0.2 */
  static async open(url: string, from?: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({
      host: hostname,
      port: Number(port),
      ...(from === undefined ? {} : { localAddress: from }),
    });
    const connection = new RawConnection(socket);
    await Promise.race([once(socket, 'connect'), connection.#closed]);
    return connection;
  }

  get isClosed(): boolean {
    return this.socket.destroyed;
  }

  /** Returns once the system has taken it, which is not before the other side has taken most of what came before. */
  async write(bytes: string | Buffer): Promise<void> {
    if (this.socket.destroyed) return;
    await Promise.race([
      new Promise<void>((resolve) => {
        this.socket.write(bytes, () => resolve());
      }),
      this.#closed,
    ]);
  }

  /** Headers alone: what follows them, if anything, is for the test to send. */
  head(method: string, path: string, headers: Record<string, string | number>): Promise<void> {
    const lines = Object.entries({ host: 'plaudit.example', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    return this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  /** The next answer; null where the connection was closed without one. */
  async answer(): Promise<RawAnswer | null> {
    for (;;) {
      const [head, status] = /^HTTP\/1\.1 (\d+) [\s\S]*?\r\n\r\n/.exec(this.#received) ?? [];
      if (head !== undefined) {
        const headers = new Headers(
          head
            .split('\r\n')
            .slice(1, -2)
            .map((line): [string, string] => [
              line.slice(0, line.indexOf(':')),
              line.slice(line.indexOf(':') + 1).trim(),
            ]),
        );
        const length = Number(headers.get('content-length') ?? 0);
        const rest = this.#received.slice(head.length);
        if (rest.length >= length) {
          this.#received = rest.slice(length);
          return { status: Number(status), headers, text: rest.slice(0, length) };
        }
      }
      if (this.socket.destroyed) return null;
      await Promise.race([once(this.socket, 'data'), this.#closed]);
    }
  }

  close(): void {
    this.socket.destroy();
  }
}

/** The headers and the beginning of a multipart part; its bytes follow. */
export const partHead = (field: string, file?: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${field}"${file === undefined ? '' : `; filename="${file}"\r\nContent-Type: image/jpeg`}\r\n\r\n`;

export const multipartType = 'multipart/form-data; boundary=b';
