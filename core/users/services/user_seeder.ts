import { use } from 'lectern';
import { gramsSql, type Seeder } from '../../database/index.ts';

const SHARE = 50;

/** Seeds one user for every fifty units of `scale`; seeded users have no password and cannot sign in. */
export class UserSeeder implements Seeder {
  readonly what = 'users';
  readonly #database = use('database');

  async seed(scale: number): Promise<number> {
    const count = Math.ceil(scale / SHARE);
    await this.#database.raw(
      `insert into users (nickname, nickname_key, truename, truename_key, uuid, roles, search_grams)
       select name, name, 'Seeded', 'seeded', md5(name), '{ROLE_USER}', ${gramsSql("name || ' Seeded'")}
       from (select 'seeded' || coalesce(max(id), 0) + n as name from users, generate_series(1::bigint, ?::bigint) as n
             group by n) as named`,
      [count],
    );
    await this.#database.raw('analyze users');
    return count;
  }
}
