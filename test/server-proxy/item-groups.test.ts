import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import { onBothDatabases } from './both-databases.ts';
import { Stage } from './harness.ts';

for (const [database, place] of onBothDatabases())
  test(`one request has the stars of products and of item groups, on ${database}`, async () => {
    await using stage = await Stage.open();
    stage.upstream.content.products[2]!['item_group'] = 'other';
    const proxy = await (await stage.proxy({ location: await place(stage) })).mirrored();
    const statsOf = async (query: string) => {
      const { http, body } = await proxy.shop(`/product/reviews/stats?${query}`);
      assert.equal(http, 200);
      const { status: _status, success: _success, ...answer } = body;
      return shopperAnswers.getStatsOfProducts.parse(answer);
    };
    const { stats, group_stats: groups } = await statsOf('skus=SKU-1,SKU-2&item_groups=group,other,none');
    assert.deepEqual(Object.keys(groups!), ['group', 'other', 'none']);
    assert.deepEqual(
      [groups!['group']!.total, groups!['other']!.total, groups!['none']!.total],
      [stats['SKU-1']!.total + stats['SKU-2']!.total, 0, 0],
    );
    const alone = await proxy.shop('/product/reviews/stats?item_group=group');
    assert.deepEqual(groups!['group'], alone.body.product_reviews_stats);
    assert.deepEqual(await statsOf('item_groups=group'), { stats: {}, group_stats: { group: groups!['group'] } });
    assert.equal('group_stats' in (await statsOf('skus=SKU-1')), false);
    const tooMany = await proxy.shop(
      `/product/reviews/stats?item_groups=${Array.from({ length: 101 }, (_, n) => n).join()}`,
    );
    assert.deepEqual([tooMany.http, tooMany.body.errorCode, tooMany.body.field], [400, 303, 'item_groups']);
  });
