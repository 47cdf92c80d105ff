import { LONGEST_ANSWER } from '../../../contract/endpoints/limits.ts';
import { command } from '../../settings/command.ts';
import { UsageError } from '../../settings/settings.ts';
import { withBusiness } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';
import { readNumber } from './inputs.ts';

export const answer = command({
  name: 'questions answer',
  summary: 'answers a question as the shop, for all to see',
  flags: {
    ...businessFlags,
    number: {
      value: 'NUMBER',
      read: readNumber,
      bare: true,
      required: true,
      help: "the question, as 'questions list' shows it",
    },
    text: { value: 'TEXT', required: true, help: 'the answer' },
  },
  async run(settings) {
    const { id, answerId } = settings.number;
    const text = settings.text.trim();
    if (answerId !== undefined) throw new UsageError('NUMBER must be that of a question: answers are not answered');
    if (text === '' || text.length > LONGEST_ANSWER)
      throw new UsageError(`--text must be a text of at most ${LONGEST_ANSWER} characters`);
    await withBusiness(settings, async (db, { answerQuestion }, business) => {
      const given = await answerQuestion(db, { business, id, content: text });
      process.stdout.write(`Question ${id} has answer ${id}/${given.id}\n`);
    });
  },
});
