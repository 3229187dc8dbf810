import { accepts, input, pageOf, paging, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { consoleRoute } from '../shapes/route.ts';

const conditions = {
  q: input.optional(input.text({ description: 'Only routes whose method and address contain this text.' })),
  module: input.optional(input.text({ description: 'Only routes of this module.' })),
  layer: input.optional(input.oneOf(['core', 'plugins', 'custom'], { description: 'Only routes of this layer.' })),
  access: input.optional(
    input.text({ description: 'Only routes with this access: `open`, `signed in`, or the code of a permission.' }),
  ),
  ...paging,
};

@resource('/console/routes')
export default class Routes {
  protected readonly routes = use('routeView');

  @summary('List the routes of all layers. Open routes come first.')
  @requires('console_route')
  @accepts(conditions)
  @returns(pageOf(consoleRoute), 'public')
  search({ input: query }: Call<object, InputOf<typeof conditions>>) {
    return this.routes.list(query);
  }
}
