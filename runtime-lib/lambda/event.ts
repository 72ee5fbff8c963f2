/**
 * An event of payload format 2.0, as HTTP APIs of Amazon API Gateway and function URLs of AWS Lambda send it
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html): what is read.
 */
export interface LambdaEvent {
  readonly version: "2.0";
  /** In an API with a named stage, it begins with that name. */
  readonly rawPath: string;
  readonly rawQueryString?: string;
  readonly cookies?: readonly string[];
  /** Of headers that came more than once the values are joined by commas. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean;
  readonly requestContext: {
    readonly domainName?: string;
    readonly stage?: string;
    readonly http: { readonly method: string; readonly sourceIp?: string };
  };
}

/** What such an event is answered. */
export interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded: false;
}

/** The event as a Request. Throws TypeError for what cannot be one, such as a method that nobody may send. */
export function requestOf(event: LambdaEvent): Request {
  const { rawQueryString = "", requestContext } = event;
  const { domainName = "localhost", http } = requestContext;
  const search = rawQueryString === "" ? "" : `?${rawQueryString}`;
  // API Gateway has decoded the path: these would end it.
  const path = pathOf(event).replaceAll(/[?#\\]/g, encodeURIComponent);
  const headers = headersOf(event);
  const isBodyless = http.method === "GET" || http.method === "HEAD";
  if (isBodyless) headers.delete("content-length");
  const body = isBodyless ? undefined : bodyOf(event);
  return new Request(`https://${domainName}${path}${search}`, {
    method: http.method,
    headers,
    ...(body !== undefined && { body }),
  });
}

/** Without the name of the stage. */
function pathOf({ rawPath, requestContext: { stage = "$default" } }: LambdaEvent): string {
  const prefix = `/${stage}`;
  if (rawPath === prefix) return "/";
  return rawPath.startsWith(`${prefix}/`) ? rawPath.slice(prefix.length) : rawPath;
}

function headersOf({ headers = {}, cookies }: LambdaEvent): Headers {
  const all = new Headers();
  // Letters beyond Latin-1 as the bytes that were sent: no header holds them otherwise.
  for (const [name, value = ""] of Object.entries(headers))
    all.set(name, /[^\0-\xff]/.test(value) ? Buffer.from(value).toString("latin1") : value);
  if (cookies !== undefined && cookies.length > 0) all.set("cookie", cookies.join("; "));
  return all;
}

function bodyOf({ body, isBase64Encoded }: LambdaEvent): Uint8Array<ArrayBuffer> | undefined {
  return body === undefined ? undefined : new Uint8Array(Buffer.from(body, isBase64Encoded ? "base64" : "utf8"));
}

/** A Response as the result of the function. Its body is JSON, whatever its type is called. */
export async function resultOf(response: Response): Promise<LambdaResult> {
  const cookies = response.headers.getSetCookie();
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "set-cookie"));
  return {
    statusCode: response.status,
    headers,
    ...(cookies.length > 0 && { cookies }),
    body: await response.text(),
    isBase64Encoded: false,
  };
}
