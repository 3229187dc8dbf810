// Compiled, never run: each `@ts-expect-error` is a mistake that the compiler has to find.
import {
  field,
  input,
  inputsOf,
  listOf,
  open,
  resource,
  returns,
  shape,
  subscribe,
  use,
  accepts,
  pageOf,
} from 'lectern';
import { defineResource, downgrade, rawBody, verbatim, type SourceOfShape } from 'lectern';
import { insertDemoRows } from 'lectern/core';
import type { Call, InputOf, OpenCall, Services } from 'lectern';

interface Greeting {
  text: string;
  to: string;
}

class Greetings {
  greet(to: string): Greeting {
    return { text: 'hello', to };
  }
}

declare module 'lectern' {
  interface Services {
    typeTestGreetings: Greetings;
  }

  interface Events {
    'type_test.greeted': { to: string };
    'type_test.left': { from: string };
  }
}

const greeting = shape('Greeting')
  .mode('public', { text: field.text('What is said.') })
  .mode('authenticated', { to: field.intString('To whom.') });

@resource('/people/{personId}/greetings')
export class Correct {
  protected readonly greetings = use('typeTestGreetings');

  @open
  @returns(listOf(greeting), 'public')
  search({ params }: OpenCall<{ personId: string }>) {
    return [this.greetings.greet(params.personId)];
  }

  @returns(greeting, 'authenticated')
  get({ params, user }: Call<{ personId: string; id: string }>) {
    return Promise.resolve(this.greetings.greet(user.id + params.id));
  }

  private helper() {
    return this.greetings;
  }

  protected other() {
    return this.helper();
  }
}

export class UnknownService {
  // @ts-expect-error -- there is no such service
  protected readonly greetings = use('typeTestGreeting');
}

export class WrongParameterType {
  // @ts-expect-error -- the service is not a Date
  protected readonly greetings: Date = use('typeTestGreetings');
}

// @ts-expect-error -- the shape has no such field
inputsOf(greeting, ['txet']);
export const given: InputOf<ReturnType<typeof greetingInputs>> = { text: 'hello' };
// @ts-expect-error -- a text is no number
export const wronglyGiven: InputOf<ReturnType<typeof greetingInputs>> = { text: 1 };

function greetingInputs() {
  return inputsOf(greeting, ['text'], ['to']);
}

export class UnknownMode {
  // @ts-expect-error -- the shape has no such mode
  @returns(greeting, 'pubic')
  get() {
    return { text: '', to: '' };
  }
}

export class MissingMode {
  // @ts-expect-error -- a shape is answered in a mode
  @returns(greeting)
  get() {
    return { text: '', to: '' };
  }
}

export class MisspelledOperation {
  // @ts-expect-error -- serach is no operation
  @returns(greeting, 'public')
  serach() {
    return { text: '' };
  }
}

// @ts-expect-error -- a public method that is no operation would be no route
@resource('/greetings')
export class UndeclaredPublicMethod {
  serach() {
    return [];
  }
}

// @ts-expect-error -- the address has no parameter personId
@resource('/greetings')
export class ForeignParameter {
  get({ params }: OpenCall<{ personId: string }>) {
    return params;
  }
}

// @ts-expect-error -- a list has no id
@resource('/greetings')
export class ItemParameterOfList {
  search({ params }: OpenCall<{ id: string }>) {
    return params;
  }
}

export class WrongAnswer {
  // @ts-expect-error -- the field `to` of the mode is missing
  @returns(greeting, 'authenticated')
  get() {
    return { text: '' };
  }
}

export class ListInsteadOfPage {
  // @ts-expect-error -- a page has data and total
  @returns(pageOf(greeting), 'public')
  search() {
    return [{ text: '' }];
  }
}

const fields = { q: input.text(), levelId: input.optional(input.id()) };

export class Accepting {
  @accepts(fields)
  @open
  @returns(greeting, 'public')
  search({ input: given }: OpenCall<object, InputOf<typeof fields>>) {
    const text: string = given.q;
    const level: string | undefined = given.levelId;
    // @ts-expect-error -- a field that is not accepted
    return { text: text + (level ?? '') + String(given.unknown) };
  }
}

export const subscriptions = [
  subscribe('type_test.greeted', ({ typeTestGreetings }) => {
    return ({ payload }) => typeTestGreetings.greet(payload.to);
  }),
  subscribe(['type_test.greeted', 'type_test.left'], (_services: Services) => (event) => {
    return event.name === 'type_test.left' ? event.payload.from : event.payload.to;
  }),
  // @ts-expect-error -- there is no such event
  subscribe('type_test.gone', () => () => undefined),
  subscribe('type_test.left', () => (event) => {
    // @ts-expect-error -- what this event tells has another name
    return event.payload.to;
  }),
  subscribe('type_test.left', (services) => {
    // @ts-expect-error -- there is no such service
    return () => services.typeTestGreeting as unknown;
  }),
  // @ts-expect-error -- there is no such option
  subscribe('type_test.left', () => () => undefined, { transaction: false }),
  subscribe('type_test.left', () => () => undefined, { where: { from: 'here' } }),
  // @ts-expect-error -- what this event tells has another name
  subscribe('type_test.left', () => () => undefined, { where: { to: 'here' } }),
  // @ts-expect-error -- the field is no number
  subscribe('type_test.left', () => () => undefined, { where: { from: 7 } }),
  // @ts-expect-error -- the function returns no handler
  subscribe('type_test.left', () => undefined),
];

export class OwnWords {
  @accepts(rawBody)
  @returns(verbatim)
  add({ input: { bytes } }: OpenCall<object, InputOf<typeof rawBody>>) {
    return { status: 200, type: 'text/plain', body: bytes.toString('hex') } as const;
  }

  // @ts-expect-error -- a verbatim answer has no such media type
  @returns(verbatim)
  update() {
    return { status: 200, type: 'text/html', body: '<p>' } as const;
  }
}

export const upload = { picture: input.file({ types: ['image/png', 'image/gif'] }) };

export function typeOf({ picture }: InputOf<typeof upload>): 'image/png' | 'image/gif' {
  // @ts-expect-error -- the field does not accept this type
  if (picture.type === 'application/pdf') throw new Error(picture.name);
  return picture.type;
}

export function demo(database: Parameters<typeof insertDemoRows>[0]): Promise<void> {
  return insertDemoRows(database, 'greetings', [{ id: 1, text: 'hello' }]);
}

export const loud = defineResource('/people/{personId}/greetings', {
  overrides: true,
  search: {
    run: async (_services, _call, original: () => Promise<readonly SourceOfShape<typeof greeting, 'public'>[]>) => {
      const [first] = await original();
      // @ts-expect-error -- the shape has no such field
      return [first?.txt, first?.text.toUpperCase()];
    },
  },
});

export const former = downgrade(greeting, {
  1: {
    text: {
      words: field.from(field.int('Words.'), ({ text }) => text.split(' ').length),
      // @ts-expect-error -- the shape has no such field
      length: field.from(field.int('Letters.'), ({ txt }) => txt),
    },
  },
});
