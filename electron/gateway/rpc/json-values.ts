import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard';

/**
 * Serializes values as plain JSON. oRPC's own serializer loses a key named `__proto__` and creates dates and regular expressions from type notes
 * ("meta") in a page's message; this one refuses such messages.
 */
class JsonValues extends StandardRPCJsonSerializer {
  override serialize(data: unknown): [unknown, [], [], []] {
    return [data, [], [], []];
  }

  override deserialize(json: unknown, meta: readonly unknown[]): unknown {
    if (meta.length !== 0) throw new TypeError('The input must consist of JSON values only.');
    return json;
  }
}

export function jsonValuesSerializer(): StandardRPCSerializer {
  return new StandardRPCSerializer(new JsonValues());
}
