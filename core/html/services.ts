import { asClass } from 'lectern';
import { HtmlParser } from './services/html_parser.ts';

export default {
  htmlParser: asClass(HtmlParser),
};
