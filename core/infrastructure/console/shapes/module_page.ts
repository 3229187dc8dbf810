import { field, shape } from 'lectern';

/** A page that a module contributes to the console. */
export const consoleModulePage = shape('ConsoleModulePage').mode('public', {
  name: field.text('Name, which is the last part of its address in the console.'),
  module: field.text('Module that has the page.'),
  title: field.object(
    { en: field.text('Title of the entry in English.'), zh: field.text('Title of the entry in Chinese.') },
    'Titles of the entry in the menu, by language.',
  ),
  element: field.text('Name of the custom element that shows the page.'),
  script: field.text('Path of the script that defines the element.'),
});
