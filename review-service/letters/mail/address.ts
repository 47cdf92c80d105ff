import { readTypedEmail } from '../../../contract/domains.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { parseParameters } from '../../../contract/endpoints/read-parameters.ts';

/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3). */
const MAX_ADDRESS_LENGTH = 254;

/**
 * Whether this is one mailbox and nothing else, by the rule of the API's own parameters. Nodemailer turns what follows
 * a line break into another recipient, so no address may reach it unchecked.
 */
export function isMailAddress(text: string): boolean {
  try {
    const { email } = parseParameters('accessPersonalData', { email: text });
    return email === readTypedEmail(text) && email.length <= MAX_ADDRESS_LENGTH;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
