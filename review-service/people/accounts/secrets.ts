import { hash, randomBytes } from 'node:crypto';

/** A random token of 256 bits, fit for addresses and headers. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. Tokens are random, so a fast hash without salt gives nothing away. */
export const hashSecret = (secret: string): string => hash('sha256', secret);
