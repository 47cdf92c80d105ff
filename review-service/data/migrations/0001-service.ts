import { PostgresAdapter, type Kysely } from 'kysely';
const tables = (binary: string): string => `
  create table api_client (
    token_hash text primary key, label text not null, created_at bigint not null, revoked_at bigint
  );
  create table account (
    id text primary key, email text not null unique, password_hash text not null, created_at bigint not null,
    disabled_at bigint
  );
  create table account_business (
    account_id text not null references account (id) on delete cascade,
    business_id bigint not null references business (id) on delete cascade,
    constraint account_business_key primary key (account_id, business_id)
  );
  create table user_token (
    token_hash text primary key, account_id text not null references account (id) on delete cascade,
    created_at bigint not null, expires_at bigint not null
  );
  create index user_token_account_id on user_token (account_id);
  create table login_failure (email_hash text primary key, failures bigint not null, last_at bigint not null);
  create index login_failure_last_at on login_failure (last_at);
  create table idempotent_answer (
    account_id text not null references account (id) on delete cascade, key_hash text not null,
    request_hash text not null, http_status bigint, headers text not null, body text not null,
    created_at bigint not null,
    constraint idempotent_answer_key primary key (account_id, key_hash)
  );
  create index idempotent_answer_created_at on idempotent_answer (created_at);
  create table image_file (
    key text not null, size text not null, content_type text not null, bytes ${binary} not null,
    created_at bigint not null,
    constraint image_file_key primary key (key, size)
  );
  create table product_review_vote (
    business_id bigint not null references business (id) on delete cascade, review_id bigint not null,
    voter text not null, voted_at bigint not null,
    constraint product_review_vote_key primary key (business_id, review_id, voter)
  );
  create table review_flag (
    id text primary key, business_id bigint not null references business (id) on delete cascade,
    review_id bigint not null, account_id text not null, reason text not null, message text not null,
    created_at bigint not null
  );
  create index review_flag_review on review_flag (business_id, review_id);
  create table write_link (
    hash text primary key, business_id bigint not null references business (id) on delete cascade,
    created_at bigint not null, expires_at bigint not null
  );
  create index write_link_business_id on write_link (business_id);
  create table sent_form (form_id text primary key, created_at bigint not null);
  create index sent_form_created_at on sent_form (created_at);
  create table service_setting (name text primary key, value text not null);
`;

/** Until 0018-calls.ts; beside SQLite calls were counted in files. */
const calls = `
  create table call_count (token text primary key, calls bigint not null, last_at bigint not null);
  create table call_slot (
    token text not null, slot bigint not null, called_at bigint not null,
    constraint call_slot_key primary key (token, slot)
  );
`;

/**
 * Counted a call in one round trip until 0018-calls.ts. The log of a token is a ring of 1,000 slots: call n
 * stands in slot n modulo 1,000, so that each call reads two small rows and writes two, however long the log. The
 * transaction does not wait for the disk (`synchronous_commit`): a crash of the database server may take the last
 * moments of the log. Clocks of instances differ; the log never goes back.
 */
const recordCall = `
  create function record_call(
    given_token text, given_now bigint, ring bigint, limit_calls bigint[], limit_milliseconds bigint[]
  ) returns bigint
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
        select called_at into moment from call_slot
          where token = given_token and slot = (made - limit_calls[index]) % ring;
        if found then wait := greatest(wait, moment + limit_milliseconds[index] - current); end if;
      end if;
    end loop;
    if wait > 0 then return wait + current - given_now; end if;
    insert into call_slot values (given_token, made % ring, current)
      on conflict (token, slot) do update set called_at = excluded.called_at;
    update call_count set calls = made + 1, last_at = current where token = given_token;
    return null;
  end $$;
`;

export function up(db: Kysely<never>): string {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return onPostgres ? tables('bytea') + calls + recordCall : tables('blob');
}
