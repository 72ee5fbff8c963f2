import type { ClientRequest, RequestOptions } from "node:http";
import type { Socket } from "node:net";
import { FlowError } from "../run/errors.ts";
import { loadHttp, loadHttps } from "./modules.ts";
import { NetworkError, noAnswer } from "./network-error.ts";
import type { Transport } from "./sending.ts";
import { settle } from "./settle.ts";

interface Proxied {
  readonly options: RequestOptions;
  readonly transport: Transport;
}

/** A request through a proxy: of a plain URL the proxy is asked itself, to an https: URL it opens a tunnel. */
export async function openThroughProxy(proxy: URL, url: URL, { options, transport }: Proxied): Promise<ClientRequest> {
  if (url.protocol === "http:") {
    const { host, headers: given } = options;
    const headers = { ...(given as Readonly<Record<string, string>>), ...authorization(proxy) };
    const asked = `http://${url.host}${options.path}`;
    return requestTo(proxy, { ...options, host, headers, path: asked }, transport);
  }
  const socket = await tunnel(proxy, url, transport);
  const { connect } = process.getBuiltinModule("node:tls");
  const servername = url.hostname.replace(/^\[|\]$/g, "");
  const name = /^[\d.]+$|:/.test(servername) ? {} : { servername };
  const secure = orDestroyed(socket, () => connect({ socket, host: servername, ...name, ...transport.tls }));
  // The request hears of its errors; until it does, nobody would.
  secure.on("error", () => undefined);
  // With an agent, even the default one, a request would connect by itself and bypass the proxy.
  const { agent: _agent, ...direct } = options;
  return loadHttps().request({ ...direct, createConnection: () => secure });
}

/** Asks the proxy for a connection to the host of `url`. */
async function tunnel(proxy: URL, url: URL, transport: Transport): Promise<Socket> {
  const target = `${url.hostname}:${url.port || 443}`;
  const headers = { host: target, ...authorization(proxy) };
  const client = await requestTo(proxy, { method: "CONNECT", path: target, headers, agent: false }, transport);
  return settle<Socket>(client, { ...transport, what: `CONNECT ${target}` }, ({ resolve, reject }) => {
    client.on("error", (error) => reject(new NetworkError(proxy.host, error)));
    client.once("response", (message) => reject(refused(proxy, message.statusCode)));
    client.once("connect", (message, socket, head) => {
      if (message.statusCode !== 200) {
        socket.destroy();
        return reject(refused(proxy, message.statusCode));
      }
      // What has come with the answer is of the server behind it.
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    client.once("close", () => reject(new NetworkError(proxy.host, noAnswer())));
    client.end();
  });
}

/** What `make` gives; where it throws, as for a broken certificate, the socket is not left open. */
function orDestroyed<T>(socket: Socket, make: () => T): T {
  try {
    return make();
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function refused(proxy: URL, status: number | undefined): FlowError {
  return new FlowError("infra", `the proxy ${proxy.host} answered ${status}`);
}

async function requestTo(proxy: URL, options: RequestOptions, transport: Transport): Promise<ClientRequest> {
  const place = { host: proxy.hostname.replace(/^\[|\]$/g, ""), port: proxy.port || defaultPort(proxy) };
  if (proxy.protocol === "http:") {
    return loadHttp().request({ agent: transport.connections.plain(), ...options, ...place });
  }
  return loadHttps().request({ agent: transport.connections.secure(), ...options, ...place });
}

function defaultPort(proxy: URL): number {
  return proxy.protocol === "https:" ? 443 : 80;
}

function authorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}
