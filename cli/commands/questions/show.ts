import { command } from '../../command.ts';
import { withDatabase } from '../account/database.ts';
import { readBusiness } from '../account/inputs.ts';
import { businessFlags, readNumber } from './inputs.ts';

const flags = {
  ...businessFlags,
  number: { value: 'NUMBER', bare: true, required: true, help: 'a question (41) or an answer (41/7)' },
} as const;

const nameOf = ({ id, answerId }: ReturnType<typeof readNumber>): string =>
  answerId === undefined ? `Question ${id}` : `Answer ${id}/${answerId}`;

export const publish = command({
  name: 'questions publish',
  summary: 'publishes a question or an answer that is pending or hidden',
  flags,
  async run(settings) {
    const [business, number] = [readBusiness(settings.business), readNumber(settings.number)];
    await withDatabase(settings, async (db, { publishQuestion }) => {
      await publishQuestion(db, { business, ...number });
      process.stdout.write(`${nameOf(number)} is published\n`);
    });
  },
});

export const hide = command({
  name: 'questions hide',
  summary: 'takes a question or an answer from view; publish brings it back',
  flags,
  async run(settings) {
    const [business, number] = [readBusiness(settings.business), readNumber(settings.number)];
    await withDatabase(settings, async (db, { hideQuestion }) => {
      await hideQuestion(db, { business, ...number });
      process.stdout.write(`${nameOf(number)} is hidden\n`);
    });
  },
});
