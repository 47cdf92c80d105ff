/** The shop and its owner, for a set-up without a browser. */
import { readPassword } from '../account/inputs.ts';
import { readFeedUrl } from '../account/set.ts';
import { flag, flags } from '../../settings/flags.ts';
import { UsageError, type Flags, type Settings } from '../../settings/settings.ts';

export const ownerFlags = {
  business: flag('business', { help: 'sets the shop up without a browser: its site domain' }),
  name: { value: 'NAME', once: true, help: 'the name of the shop, as its customers know it; default: the domain' },
  email: flag('email', { isPerson: false, once: true, help: 'the e-mail address its owner signs in with' }),
  ...flags('password-stdin'),
  feed: {
    value: 'URL',
    read: readFeedUrl,
    once: true,
    help: 'where its products are read from every six hours: the feed for Google, for instance',
  },
} as const satisfies Flags;

export const ownerEnvironment = {
  PLAUDIT_OWNER_PASSWORD: "the owner's password, for a set-up without a browser",
} as const;

export interface GivenOwner {
  readonly business: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Empty fields stay empty: once there is an owner, none of them is needed. */
export type PartialOwner = { readonly [Name in keyof GivenOwner]: GivenOwner[Name] | undefined };

/** @throws UsageError for what cannot be a domain, an address or a password. */
export async function readOwner(settings: Settings<typeof ownerFlags>, env: NodeJS.ProcessEnv): Promise<PartialOwner> {
  const { business, name, email } = settings;
  return {
    business,
    name,
    email,
    password: settings['password-stdin'] ? await readPassword(true) : env['PLAUDIT_OWNER_PASSWORD'] || undefined,
  };
}

/**
 * @returns null if nobody asked for a set-up without a browser.
 * @throws UsageError if only a part of it was given.
 */
export function completeOwner({ business, name, email, password }: PartialOwner): GivenOwner | null {
  if (business === undefined) return null;
  const missing = email === undefined ? '--email' : 'PLAUDIT_OWNER_PASSWORD, or --password-stdin';
  if (email === undefined || password === undefined)
    throw new UsageError(`To set ${business} up without a browser, give ${missing} too`);
  return { business, name: name ?? business, email, password };
}
