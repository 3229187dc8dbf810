export { recordsItself } from './records_itself.ts';
