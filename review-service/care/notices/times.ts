/** When the people of a shop are told by mail, for each kind of news. */
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';

export const newsKinds = ['held', 'reports', 'low', 'questions'] as const;
export type NewsKind = (typeof newsKinds)[number];

export const noticeTimes = ['once', 'daily'] as const;
export type NoticeTime = (typeof noticeTimes)[number];
export type NoticeTimes = Readonly<Record<NewsKind, NoticeTime>>;

const usual: NoticeTimes = { held: 'once', reports: 'once', low: 'once', questions: 'daily' };

const nameOf = (businessId: number): string => `notices ${businessId}`;

export const readNoticeTimes = async (db: Database, businessId: number): Promise<NoticeTimes> => ({
  ...usual,
  ...(await readSetting<Partial<NoticeTimes>>(db, nameOf(businessId))),
});

export const setNoticeTimes = (db: Database, businessId: number, times: NoticeTimes): Promise<void> =>
  writeSetting(db, nameOf(businessId), times);
