/** A mail in English from a shop that has set nothing. */
import type { MailFrame } from '../../review-service/letters/mail/layout.ts';
import { usualLook } from '../../review-service/letters/look/look.ts';

export const mailFrame: MailFrame = {
  language: 'en',
  subject: 'How was it?',
  shop: 'A shop',
  postal: null,
  look: usualLook,
};
