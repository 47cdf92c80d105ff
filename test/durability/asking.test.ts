/** `kill -9` of the proxy between what it acknowledged and what our service has: questions, answers, reports and votes. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { AskingShop, account } from '../support/asking-shop.ts';
import { rounds } from '../support/length.ts';
import { spawnProxy, type SpawnedProxy } from '../support/spawned-proxy.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { signedFor, until } from '../server-proxy/harness.ts';

const ROUNDS = rounds(1, 10);

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

async function start(stage: AskingShop): Promise<SpawnedProxy> {
  const { url, child } = await spawnProxy([stage.relay.url, stage.place], {
    PLAUDIT_TEST_ACCOUNT: JSON.stringify(account),
  });
  const isComplete = async () => {
    const { businesses } = (await (await fetch(`${url}/readyz`)).json()) as { businesses?: { complete: boolean }[] };
    return businesses?.every(({ complete }) => complete) === true;
  };
  await until('the mirror is complete', isComplete);
  return { url, child };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  test(
    `what was acknowledged is there once after ${ROUNDS} kills, whether it had left or not, on ${database}`,
    { timeout: 1_200_000 },
    async () => {
      await using stage = await AskingShop.open(
        database === 'SQLite' ? null : await freshDatabase(postgres.url, 'proxy'),
      );
      let writers = 0;
      const post = async (
        url: string,
        path: string,
        fields: Record<string, string>,
        network = `198.51.100.${++writers}`,
      ) => {
        const answer = await fetch(`${url}/v1/businesses/-/product/${path}`, {
          method: 'POST',
          body: new URLSearchParams(fields),
          // The shop vouches for whoever writes: what looks like a flood is another test's matter.
          headers: {
            'x-forwarded-for': network,
            ...(path.endsWith('/vote') ? {} : signedFor(fields['content'] ?? 'report')),
          },
        });
        return answer.status;
      };
      let { url, child } = await start(stage);
      after(() => child.kill('SIGKILL'));
      const asked: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const voter = `203.0.113.${round}`;
        assert.equal(await post(url, 'reviews/vote', { review_id: '1', vote: 'positive' }, voter), 200);
        for (const way of ['lost', 'away']) {
          if (way === 'lost') stage.relay.loseAnswer = (path) => /\/(add|answer|flag|vote)$/.test(path);
          else stage.relay.isAway = true;
          const content = `${way} in round ${round}`;
          asked.push(content);
          assert.equal(await post(url, 'questions/add', { sku: 'MUG', content }), 202);
          assert.equal(await post(url, 'questions/answer', { question_id: '1', content: `Re: ${content}` }), 202);
        }
        assert.equal(await post(url, 'reviews/flag', { review_id: '2', reason: 'other', message: `${round}` }), 202);
        assert.equal(await post(url, 'reviews/vote', { review_id: '1', vote: 'none' }, voter), 202);
        await kill(child);
        [stage.relay.loseAnswer, stage.relay.isAway] = [() => false, false];
        ({ url, child } = await start(stage));
      }
      await until('nothing waits', async () => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        return /plaudit_outbox\{state="waiting"\} 0\n/.test(metrics) && /plaudit_votes_waiting 0\n/.test(metrics);
      });
      await stage.inService(async (db) => {
        const questions = await db.selectFrom('product_question').select(['content', 'answers']).execute();
        const contents = questions.map(({ content }) => content).filter((content) => content !== 'Is it heavy?');
        assert.deepEqual(contents.toSorted(), asked.toSorted());
        const answers = questions.flatMap((one) => JSON.parse(one.answers) as { content: string }[]);
        assert.deepEqual(
          answers.map(({ content }) => content).toSorted(),
          asked.map((content) => `Re: ${content}`).toSorted(),
        );
        assert.equal((await db.selectFrom('review_flag').selectAll().execute()).length, ROUNDS);
        const review = db.selectFrom('product_review').select(['positive_votes', 'negative_votes']).where('id', '=', 1);
        assert.deepEqual(await review.executeTakeFirst(), { positive_votes: 0, negative_votes: 0 });
      });
      await kill(child);
    },
  );
}
