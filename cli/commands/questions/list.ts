import { command } from '../../settings/command.ts';
import { printable } from '../../settings/printable.ts';
import { oneOf } from '../../settings/settings.ts';
import { withBusiness } from '../account/database.ts';
import { businessFlags } from '../account/inputs.ts';

const states = { pending: 'PENDING', published: 'PUBLISHED', hidden: 'REMOVED' } as const;

const readState = oneOf(Object.keys(states) as (keyof typeof states)[]);

export const list = command({
  name: 'questions list',
  summary: 'lists the questions about products with their answers, newest first',
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
      const print = (...columns: string[]) =>
        void process.stdout.write(`${columns.map((column) => printable(column)).join('\t')}\n`);
      for await (const question of listQuestionsToAnswer(db, business, filter)) {
        const { id, created, product, content, answers } = question;
        print(String(id), stateOf(question), created.slice(0, 10), product?.sku ?? '', content);
        for (const answer of answers)
          print(
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
