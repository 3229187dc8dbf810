import { loadParser } from '../clean_html.ts';

/** Loads the parser of HTML at the start of a server, since the first request with HTML would block the process. */
export class HtmlParser {
  ready(): void {
    loadParser();
  }
}
