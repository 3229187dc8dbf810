import { field, shape } from 'lectern';

/** A page that a module contributes to the console. */
export const consoleModulePage = shape('ConsoleModulePage').mode('public', {
  name: field.text('Name, which is the last part of its address in the console.'),
  module: field.text('Module.'),
  title: field.object({ en: field.text('In English.'), zh: field.text('In Chinese.') }, 'Entry of the menu.'),
  element: field.text('Name of the custom element.'),
  script: field.text('Path of the script that defines the element.'),
});
