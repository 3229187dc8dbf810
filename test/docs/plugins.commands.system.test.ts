import { commandsOf, pagesIn } from '../support/documents.ts';
import { typePages } from '../support/typed_pages.ts';

typePages(pagesIn('docs/plugins').filter((page) => commandsOf(page).some((command) => command.includes('lectern'))));
