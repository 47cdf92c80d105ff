import { LONGEST_ANSWER } from '../../contract/endpoints/limits.ts';
import { command } from '../settings/command.ts';
import { say, sayRow } from '../settings/printable.ts';
import { UsageError, oneOf } from '../settings/settings.ts';
import { withBusiness } from './account/database.ts';
import { businessFlags } from './account/inputs.ts';
import { reasonFlag, toldInWords } from './reviews/deciding.ts';

/** Of a question (`41`), or of one of its answers (`41/7`), as 'questions list' shows them. */
function readNumber(value: string): { id: number; answerId: number | undefined } {
  const [, id, answerId] = /^([1-9]\d{0,14})(?:\/([1-9]\d{0,14}))?$/.exec(value) ?? [];
  if (id === undefined)
    throw new UsageError("NUMBER must be that of a question (41) or of an answer (41/7), as 'questions list' shows it");
  return { id: Number(id), answerId: answerId === undefined ? undefined : Number(answerId) };
}

const number = { value: 'NUMBER', read: readNumber, bare: true, required: true } as const;

const states = { pending: 'PENDING', published: 'PUBLISHED', hidden: 'REMOVED' } as const;

const readState = oneOf(Object.keys(states) as (keyof typeof states)[]);

const list = command({
  name: 'questions list',
  purpose: 'lists the questions about products with their answers, newest first',
  flags: {
    ...businessFlags,
    state: {
      value: 'STATE',
      read: readState,
      help: `only questions that are ${Object.keys(states).join(', ')}; default: not hidden`,
    },
  },
  async run(settings) {
    const { state } = settings;
    const filter = state && states[state];
    await withBusiness(settings, async (db, { listQuestionsToAnswer }, business) => {
      for await (const question of listQuestionsToAnswer(db, business, filter)) {
        const { id, created, product, content, answers } = question;
        sayRow(String(id), stateOf(question), created.slice(0, 10), product?.sku ?? '', content);
        for (const answer of answers)
          sayRow(
            `${id}/${answer.id}`,
            stateOf(answer),
            answer.created?.slice(0, 10) ?? '',
            answer.author?.username === business ? 'by the shop' : '',
            answer.content,
          );
      }
    });
  },
});

function stateOf({ published, removed }: { published: string | null; removed?: boolean }): string {
  if (removed) return 'hidden';
  return published === 'pending' ? 'pending' : 'published';
}

const answer = command({
  name: 'questions answer',
  purpose: 'answers a question as the shop, for all to see',
  flags: {
    ...businessFlags,
    number: { ...number, help: "the question, as 'questions list' shows it" },
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
      say(`Question ${id} has answer ${id}/${given.id}`);
    });
  },
});

const nameOf = ({ id, answerId }: ReturnType<typeof readNumber>): string =>
  answerId === undefined ? `Question ${id}` : `Answer ${id}/${answerId}`;

const either = { ...businessFlags, number: { ...number, help: 'a question (41) or an answer (41/7)' } };

const publish = command({
  name: 'questions publish',
  purpose: 'publishes a question or an answer that is pending or hidden',
  flags: either,
  async run({ number, ...settings }) {
    await withBusiness(settings, async (db, { publishQuestion }, business) => {
      await publishQuestion(db, { business, ...number });
      say(`${nameOf(number)} is published`);
    });
  },
});

const hide = command({
  name: 'questions hide',
  purpose: 'takes a question or an answer from view, for a reason that the author of a question is told',
  flags: { ...either, reason: reasonFlag },
  async run({ number, reason, ...settings }) {
    await withBusiness(settings, async (db, { hideQuestion }, business) => {
      const { mails } = await hideQuestion(db, { business, ...number }, reason);
      const told = number.answerId === undefined ? `; ${toldInWords(mails.length > 0)}` : '';
      say(`${nameOf(number)} is hidden${told}`);
    });
  },
});

export const questions = [list, answer, publish, hide];
