import { command } from '../../settings/command.ts';
import { withBusiness } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { readNumber } from './inputs.ts';

const flags = {
  ...businessFlags,
  number: {
    value: 'NUMBER',
    read: readNumber,
    bare: true,
    required: true,
    help: 'a question (41) or an answer (41/7)',
  },
} as const;

const nameOf = ({ id, answerId }: ReturnType<typeof readNumber>): string =>
  answerId === undefined ? `Question ${id}` : `Answer ${id}/${answerId}`;

const changing = (word: 'publish' | 'hide', becomes: string, summary: string) =>
  command({
    name: `questions ${word}`,
    summary,
    flags,
    async run({ number, ...settings }) {
      await withBusiness(settings, async (db, programs, business) => {
        await programs[`${word}Question`](db, { business, ...number });
        process.stdout.write(`${nameOf(number)} is ${becomes}\n`);
      });
    },
  });

export const publish = changing('publish', 'published', 'publishes a question or an answer that is pending or hidden');
export const hide = changing('hide', 'hidden', 'takes a question or an answer from view; publish brings it back');
