import { field, input, standardFailures, Type, type Services } from 'lectern';
import { section, setting } from '../../infrastructure/settings/index.ts';
import { isNetwork } from './networks.ts';

const MAX_NETWORKS = 100;
const MAX_NETWORK_LENGTH = 50;
const expected = 'an address or a network, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32';

/** The settings section `api`: access by the Access-Token method. */
export type ApiSection = ReturnType<typeof apiSection>;

/**
 * Declares the section `api`, with initial values from the configuration.
 * @throws Error for a malformed entry of `modules.api_access.whitelist`
 */
export function apiSection({ api_accessConfig: config }: Pick<Services, 'api_accessConfig'>) {
  const wrong = config.whitelist.find((entry) => !isNetwork(entry));
  if (wrong !== undefined) {
    throw new Error(`"modules.api_access.whitelist" holds "${wrong}"; each entry must be ${expected}.`);
  }
  return section(
    'api',
    {
      accessTokenEnabled: setting.bool(
        'Whether servers may call the API with an Access-Token.',
        config.accessTokenEnabled,
      ),
      whitelist: {
        field: field.list(
          field.text('Address or network as entered.'),
          'Addresses and networks that may use the Access-Token; an empty list allows none.',
        ),
        input: whitelist,
        initial: config.whitelist,
      },
    },
    { readPermission: 'admin_setting' },
  );
}

const whitelist = Type.Transform(input.list(input.text({ maxLength: MAX_NETWORK_LENGTH }), { maxItems: MAX_NETWORKS }))
  .Decode((entries) => {
    const details = entries.flatMap((entry, index) =>
      isNetwork(entry) ? [] : [{ field: `whitelist.${index}`, message: `must be ${expected}; it is "${entry}"` }],
    );
    const [first] = details;
    if (first) {
      const message = `The parameter "${first.field}" ${first.message}.`;
      throw standardFailures.invalidParameter({ message, details });
    }
    return entries;
  })
  .Encode((entries) => entries);
