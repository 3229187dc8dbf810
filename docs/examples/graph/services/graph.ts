import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/express';
import { use } from 'lectern';
import type { Caller, Mount, MountedRequest } from 'lectern';

const MAX_PAGE_SIZE = 100;

const schema = buildSchema(`
  type Article { id: ID!, title: String! }
  type Query {
    "Who asks."
    me: String!
    "The newest articles."
    articles(limit: Int = 10): [Article!]!
  }
`);

interface Context {
  readonly caller: Caller | undefined;
}

/** An endpoint of GraphQL for whoever has signed in. */
export class Graph implements Mount {
  readonly #articles = use('articles');
  readonly address = '/plugins/graph/graphql';
  readonly bodyLimit = 20_000;
  readonly handle: Mount['handle'];

  constructor() {
    const rootValue = {
      me: (_: unknown, { caller }: Context) => caller?.nickname ?? '',
      articles: async ({ limit }: { limit: number }) => {
        const wanted = { manages: false, categoryId: '0', offset: 0 };
        const { data } = await this.#articles.list({ ...wanted, limit: Math.min(Math.max(limit, 0), MAX_PAGE_SIZE) });
        return data.map(({ id, title }) => ({ id, title }));
      },
    };
    const context = ({ raw }: { raw: unknown }) => ({ caller: (raw as MountedRequest).caller });
    this.handle = createHandler({ schema, rootValue, context }) as Mount['handle'];
  }
}
