import { listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call } from 'lectern';
import { consoleModulePage } from '../shapes/module_page.ts';

@resource('/console/pages')
export default class Pages {
  protected readonly pages = use('modulePages');

  @summary('List the pages of modules in the console that you may see')
  @requires('console_page')
  @returns(listOf(consoleModulePage), 'public')
  search({ user }: Call) {
    return this.pages.list(user);
  }
}
