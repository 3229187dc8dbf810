import { HtmlParser } from './services/html_parser.ts';

export default {
  htmlParser: HtmlParser,
};
