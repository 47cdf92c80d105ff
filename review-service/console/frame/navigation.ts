/** The pages that links lead to; only those that exist. */
import type { Role } from '../../people/accounts/sessions.ts';
import type { Words } from '../words/index.ts';

export interface Place {
  /** Below the console; of the pages below it too. */
  readonly path: string;
  readonly label: keyof Words['navigation'];
  /** The lowest that may see it. */
  readonly role: Role;
}

/** The first is where `/console` leads to. */
export const navigation: readonly Place[] = [
  { path: '/inbox', label: 'inbox', role: 'moderator' },
  { path: '/reviews', label: 'reviews', role: 'moderator' },
  { path: '/questions', label: 'questions', role: 'moderator' },
  { path: '/requests', label: 'requests', role: 'owner' },
  { path: '/products', label: 'products', role: 'moderator' },
  { path: '/import', label: 'transfer', role: 'owner' },
  { path: '/insights', label: 'insights', role: 'moderator' },
  { path: '/settings', label: 'settings', role: 'moderator' },
];

/** Below `/settings`. */
export const settings: readonly Place[] = [
  { path: '/settings/shop', label: 'shop', role: 'owner' },
  { path: '/settings/team', label: 'team', role: 'owner' },
  { path: '/settings/holding', label: 'holding', role: 'owner' },
  { path: '/settings/mails', label: 'mails', role: 'owner' },
  { path: '/settings/websites', label: 'websites', role: 'owner' },
  { path: '/settings/snippet', label: 'snippet', role: 'owner' },
  { path: '/settings/look', label: 'look', role: 'owner' },
  { path: '/settings/catalogue', label: 'catalogue', role: 'owner' },
  { path: '/settings/privacy', label: 'privacy', role: 'owner' },
  { path: '/settings/policy', label: 'policy', role: 'owner' },
  { path: '/settings/risk-sheet', label: 'riskSheet', role: 'owner' },
  { path: '/settings/who-did-what', label: 'whoDidWhat', role: 'owner' },
  { path: '/settings/sign-in', label: 'signIn', role: 'moderator' },
];

export const mayUse = (role: Role, lowest: Role): boolean => role === 'owner' || lowest === 'moderator';
