import { commandsOf, pagesIn } from '../support/documents.ts';
import { typePages } from '../support/typed_pages.ts';

const isTyped = (commands: readonly string[]) =>
  commands.length > 0 && !commands.some((command) => command.includes('lectern'));

typePages(pagesIn('docs/plugins').filter((page) => isTyped(commandsOf(page))));
