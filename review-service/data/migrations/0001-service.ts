import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const binary = onPostgres ? 'bytea' : 'blob';
  const create = (table: string) => db.schema.createTable(table);
  const index = (table: string, column: string) =>
    db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();

  await create('api_client')
    .addColumn('token_hash', 'text', key)
    .addColumn('label', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('revoked_at', 'bigint')
    .execute();

  await create('account')
    .addColumn('id', 'text', key)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('disabled_at', 'bigint')
    .execute();

  await create('account_business')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('business_id', 'bigint', ofBusiness)
    .addPrimaryKeyConstraint('account_business_key', ['account_id', 'business_id'] as never)
    .execute();

  await create('user_token')
    .addColumn('token_hash', 'text', key)
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await index('user_token', 'account_id');

  await create('login_failure')
    .addColumn('email_hash', 'text', key)
    .addColumn('failures', 'bigint', required)
    .addColumn('last_at', 'bigint', required)
    .execute();
  await index('login_failure', 'last_at');

  await create('idempotent_answer')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('key_hash', 'text', required)
    .addColumn('request_hash', 'text', required)
    .addColumn('http_status', 'bigint')
    .addColumn('headers', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('idempotent_answer_key', ['account_id', 'key_hash'] as never)
    .execute();
  await index('idempotent_answer', 'created_at');

  await create('image_file')
    .addColumn('key', 'text', required)
    .addColumn('size', 'text', required)
    .addColumn('content_type', 'text', required)
    .addColumn('bytes', binary, required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('image_file_key', ['key', 'size'] as never)
    .execute();

  await create('product_review_vote')
    .addColumn('business_id', 'bigint', ofBusiness)
    .addColumn('review_id', 'bigint', required)
    .addColumn('voter', 'text', required)
    .addColumn('voted_at', 'bigint', required)
    .addPrimaryKeyConstraint('product_review_vote_key', ['business_id', 'review_id', 'voter'] as never)
    .execute();

  await create('review_flag')
    .addColumn('id', 'text', key)
    .addColumn('business_id', 'bigint', ofBusiness)
    .addColumn('review_id', 'bigint', required)
    .addColumn('account_id', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('review_flag_review').on('review_flag').columns(['business_id', 'review_id']).execute();

  await create('write_link')
    .addColumn('hash', 'text', key)
    .addColumn('business_id', 'bigint', ofBusiness)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await index('write_link', 'business_id');

  await create('sent_form').addColumn('form_id', 'text', key).addColumn('created_at', 'bigint', required).execute();
  await index('sent_form', 'created_at');

  // Until 0018-calls.ts; beside SQLite calls were counted in files.
  if (onPostgres) {
    await create('call_count')
      .addColumn('token', 'text', key)
      .addColumn('calls', 'bigint', required)
      .addColumn('last_at', 'bigint', required)
      .execute();
    await create('call_slot')
      .addColumn('token', 'text', required)
      .addColumn('slot', 'bigint', required)
      .addColumn('called_at', 'bigint', required)
      .addPrimaryKeyConstraint('call_slot_key', ['token', 'slot'] as never)
      .execute();
    await createRecordFunction(db);
  }

  await create('service_setting').addColumn('name', 'text', key).addColumn('value', 'text', required).execute();
}

/**
 * Counted a call in one round trip until 0018-calls.ts. The log of a token is a ring of 1,000 slots: call n
 * stands in slot n modulo 1,000, so that each call reads two small rows and writes two, however long the log. The
 * transaction does not wait for the disk (`synchronous_commit`): a crash of the database server may take the last
 * moments of the log. Clocks of instances differ; the log never goes back.
 */
async function createRecordFunction(db: Kysely<never>): Promise<void> {
  await sql`
    create function record_call(given_token text, given_now bigint, ring bigint, limit_calls bigint[], limit_milliseconds bigint[]) returns bigint
    language plpgsql as $$
    declare
      made bigint;
      last bigint;
      moment bigint;
      current bigint;
      wait bigint := 0;
    begin
      perform set_config('synchronous_commit', 'off', true);
      loop
        insert into call_count values (given_token, 0, 0) on conflict (token) do nothing;
        select calls, last_at into made, last from call_count where token = given_token for update;
        exit when found; -- the row can be pruned in the moment before it is locked
      end loop;
      current := greatest(given_now, last);
      for index in 1 .. array_length(limit_calls, 1) loop
        if made >= limit_calls[index] then
          select called_at into moment from call_slot where token = given_token and slot = (made - limit_calls[index]) % ring;
          if found then wait := greatest(wait, moment + limit_milliseconds[index] - current); end if;
        end if;
      end loop;
      if wait > 0 then return wait + current - given_now; end if;
      insert into call_slot values (given_token, made % ring, current) on conflict (token, slot) do update set called_at = excluded.called_at;
      update call_count set calls = made + 1, last_at = current where token = given_token;
      return null;
    end $$`.execute(db);
}

type Column = Parameters<NonNullable<Parameters<CreateTableBuilder<string>['addColumn']>[2]>>[0];
const required = (column: Column) => column.notNull();
const key = (column: Column) => column.primaryKey();
const ofBusiness = (column: Column) => column.notNull().references('business.id').onDelete('cascade');
