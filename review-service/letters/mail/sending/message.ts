/** A mail as it waits in the outbox. */
import { escaped } from '../../html.ts';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A mail as it is stored until it is delivered. */
export interface Message {
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly replyTo: Mailbox | null;
  readonly subject: string;
  readonly text: string;
  /** Pictures of the service are paths here, so that a new public address applies to mail that waits. */
  readonly html: string;
  /** Where one POST stops further requests (RFC 8058); null for mail that was asked for. */
  readonly stopUrl: string | null;
  /** Keyed hashes of the people whose words it quotes to somebody else, to find it again where it is a file. */
  readonly quotes?: readonly string[];
}

/**
 * The beginning of our own links in mail that waits: a command that writes one does not know where the service is
 * reached. Nobody else can have such an address (RFC 6761).
 */
export const OWN_ADDRESS = 'https://reviews.invalid';

/**
 * The same with pictures that can be loaded and links that lead here. No value in the HTML can look like this: their
 * quotation marks are escaped.
 * @param publicUrl - of the service, without a trailing slash.
 */
export function withPublicAddress(message: Message, publicUrl: string): Message {
  const html = message.html.replaceAll(' src="/', () => ` src="${OWN_ADDRESS}/`);
  return {
    ...message,
    text: message.text.replaceAll(OWN_ADDRESS, () => publicUrl),
    html: html.replaceAll(OWN_ADDRESS, () => escaped(publicUrl)),
    stopUrl: message.stopUrl?.replace(OWN_ADDRESS, () => publicUrl) ?? null,
  };
}
