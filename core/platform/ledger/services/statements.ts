/**
 * Posts a whole transaction, or nothing when a user's account would be overdrawn. Returns a row for each entry, or no
 * row.
 *
 * - `change` sums several movements of one account, because a statement updates a row only once.
 * - `held` locks existing accounts of users in a fixed order, so that two concurrent posts cannot deadlock. After
 *   waiting for a lock, `held` reads the balance as changed by the other post.
 * - `changed` computes the new balance from the balance of `held`. With `balance = balance + amount`, PostgreSQL would
 *   also check the constraint on the row as of the start of the statement. That check could refuse a covered amount.
 * - `opened` creates missing accounts of users. If a concurrent post has created an account, `opened` adds the amount
 *   to its balance.
 */
export const postSql = `
  with line as (
    select * from unnest(:movements::integer[], :userIds::bigint[], :names::text[], :kinds::text[], :amounts::bigint[])
      as line (movement, user_id, name, kind, amount)
  ), change as (
    select user_id, kind, cast(sum(amount) as bigint) as amount from line where user_id is not null group by user_id, kind
  ), held as (
    select account.id, account.user_id, account.kind, account.balance, change.amount
    from change join accounts as account on account.user_id = change.user_id and account.kind = change.kind
    order by account.user_id, account.kind
    for no key update of account
  ), lacking as (
    select change.user_id
    from change left join held on held.user_id = change.user_id and held.kind = change.kind
    where change.amount < 0 and coalesce(held.balance, 0) + change.amount < 0
  ), changed as (
    update accounts set balance = held.balance + held.amount
    from held
    where accounts.id = held.id and not exists (select 1 from lacking)
    returning accounts.id, accounts.user_id, accounts.kind
  ), opened as (
    insert into accounts (user_id, kind, balance)
    select change.user_id, change.kind, change.amount
    from change left join held on held.user_id = change.user_id and held.kind = change.kind
    where held.id is null and not exists (select 1 from lacking)
    order by change.user_id, change.kind
    on conflict (user_id, kind) do update set balance = accounts.balance + excluded.balance
    returning id, user_id, kind
  ), party as (
    select id, user_id, kind, cast(null as text) as name from changed
    union all select id, user_id, kind, null from opened
    union all select id, null, kind, name from accounts where name in (select name from line where name is not null)
  ), posted as (
    insert into ledger_transactions (reason, order_sn, trade_sn, coupon_code)
    select :reason, :orderSn, :tradeSn, :couponCode where not exists (select 1 from lacking)
    returning id
  )
  insert into ledger_entries (transaction_id, movement, account_id, kind, amount)
  select posted.id, line.movement, party.id, line.kind, line.amount
  from posted cross join line join party
    on party.kind = line.kind and (party.user_id = line.user_id or party.name = line.name)
  order by line.movement, line.amount
  returning transaction_id as "transactionId"`;

/** Selects the coin account of a user, or inserts a missing account. */
export const coinAccountSql = `
  with found as (
    select id, balance from accounts where user_id = :userId and kind = 'coin'
  ), opened as (
    insert into accounts (user_id, kind, balance)
    select :userId, 'coin', 0 where not exists (select 1 from found)
    on conflict (user_id, kind) do update set balance = accounts.balance
    returning id, balance
  )
  select id, balance from found union all select id, balance from opened`;
