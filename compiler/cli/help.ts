const overview = `flowc compiles workflows to one JavaScript module each

usage: flowc <command> PATH [options]     PATH is a workflow file or a folder with a workflow.yaml

commands:
  check PATH…        report every mistake; write nothing
  build PATH…        write dist/<name>.mjs, a module that runs on plain Node
  run PATH           build and execute
  mcp PATH…          serve each workflow as a tool over the Model Context Protocol
  agent PATH…        ask a language model, with the workflows as its tools
  openapi PATH       describe a server workflow as OpenAPI 3.1
  eval EXPR          evaluate one expression
  explain CODE       say what a diagnostic means
  graph PATH         draw what waits for what
  component          install or list components

  -h, --help         print this help, or with a command its own
  -V, --version      print the version`;

const pages: Readonly<Record<string, string>> = {
  check: `usage: flowc check PATH… [options]

Reports every mistake of every workflow given, all of them at once. A folder without a workflow stands for all
workflows below it. Writes nothing, unless --fix is given. flowc.config.yaml sets how codes are taken,
"# flowc-ignore CODE -- reason" on the line above silences a finding: see docs/check.md.

  --format FORMAT             how to print findings: text (default) on standard error; json, sarif or github on
                              standard output. Under GitHub Actions the default is text and github
  --strict                    warnings count as errors
  --max-warnings N            more than N warnings count as an error
  --fix                       mend in the files what flowc is sure of: near misses of names, missing requires, templates
                              without quotes; what is left is reported

exit code: 0 clean, 1 errors found, 2 bad usage or no such file`,
  build: `usage: flowc build PATH… [options]

Writes <name>.mjs, <name>.d.mts and, where the workflow uses SQLite, its native addon.

  -o, --out FOLDER            where to write (default dist)
  --minify                    make the bundle small
  --sourcemap                 write <name>.mjs.map beside it
  --platform NAME             build for another platform, such as linux-arm64 or linuxmusl-x64
  --target command|mcp        what the bundle is when it is run: the workflow (default), or an MCP server that offers
                              the workflow as a tool
  --describe                  print what each workflow is made of and may touch, as JSON; write nothing

exit code: 0 built, 1 errors found, 2 bad usage, no such file or a folder that cannot be written`,
  run: `usage: flowc run PATH [options]

Builds the workflow, unless an earlier run has, and executes it. A server workflow listens until SIGINT or SIGTERM.

  --input NAME=VALUE          give an input (repeatable)
  --input-json JSON           give inputs as a JSON object; @FILE reads a file, - standard input
  --file PATH                 give a file: get('file')
  --events[=FILE]             write lifecycle events as NDJSON to standard error, or to FILE
  --output text|json          how to print the result (default: text as it is, all else JSON)
  --request 'POST /x'         answer one request of a server workflow, without a server
  --host ADDRESS              of a server workflow: listen there (default HOST, else hostIp, else 127.0.0.1)
  --port NUMBER               listen there (default PORT, else portNum, else 16395); 0 takes a free one
  --log                       print a line for each answered request
  --watch                     build and serve anew when a file changes; what does not compile is shown, not served
  --describe                  print what the workflow is made of, as JSON
  --no-cache                  build anew and keep nothing

exit code: 0 completed, 1 failed, 2 bad usage or invalid input, 3 does not compile, 124 the workflow's timeout,
129, 130 or 143 ended by SIGHUP, SIGINT or SIGTERM`,
  mcp: `usage: flowc mcp PATH… [options]

Builds the workflows, unless an earlier run has, and serves each as one tool of an MCP server, over standard input and
output until the client goes. See docs/agent-mode.md.

  --http                      speak Streamable HTTP at /mcp instead
  --host ADDRESS              with --http: listen there (default 127.0.0.1; beyond this machine only with
                              FLOWC_MCP_TOKEN set, which callers then send as a bearer token)
  --port NUMBER               with --http: listen there (default 16396); 0 takes a free one
  --describe                  print what each workflow is made of, as JSON
  --no-cache                  build anew and keep nothing

exit code: 0 the client went or a signal came, 1 cannot listen, 2 bad usage or no such file, 3 does not compile`,
  agent: `usage: flowc agent PATH… --model M ["prompt"] [options]

Asks a language model over an OpenAI-compatible API, with each workflow as a tool that it may call. With a prompt: one
answer on standard output. Without: a session, a question a line. Each call is shown on standard error with its duration.
OPENAI_BASE_URL and OPENAI_API_KEY say where the model is; without a key it is a local Ollama. See docs/agent-mode.md.

  --model M                   the model, as the provider names it
  --base-url URL              where the provider is
  --yes                       run workflows that are not read-only without asking; without a terminal to ask on, they do
                              not run
  --max-rounds N              requests to the model for one answer (default 16)
  --timeout DURATION          time for one answer (default 10m)
  --no-cache                  build anew and keep nothing

exit code: 0 answered, 1 no answer, 2 bad usage or no such file, 3 does not compile, 124 the timeout,
129, 130 or 143 ended by SIGHUP, SIGINT or SIGTERM`,
  openapi: `usage: flowc openapi PATH

Prints the OpenAPI 3.1 description of a server workflow as JSON: its routes, inputs and responses.

exit code: 0 printed, 1 errors found, 2 bad usage, no such file or a workflow without routes`,
  eval: `usage: flowc eval EXPR [--scope FILE.json]
       flowc eval --batch [--scope FILE.json]

Compiles an expression and prints its value as JSON. Its free variables are the keys of FILE.json, and are typed by it.

  --scope FILE.json           values of the variables
  --batch                     read {"expr": …, "scope": {…}} lines from standard input, and answer each with a line:
                              {"value": …} or {"error": {"stage": "compile" or "run", "message": …}}

exit code: 0 evaluated (with --batch always), 1 an error in the expression, 2 bad usage`,
  explain: `usage: flowc explain [CODE]

Says what a diagnostic means, with a bad and a good example. Without a code: lists all codes.

exit code: 0, or 2 for a code that does not exist`,
  graph: `usage: flowc graph PATH [options]

Prints the resources of a workflow and what waits for what. The target has a thick border; what may be without a result,
because it can be skipped or goes on after a failure, a dashed one. Where the workflow has errors, what could be read is
drawn, and the errors are on standard error.

  --format mermaid|dot|svg|json   what to print (default mermaid)

exit code: 0 drawn, 1 errors found, 2 bad usage or no such file`,
  component: `usage: flowc component list [--dir FOLDER] [--format text|json]
       flowc component install NAME|PATH|npm:PACKAGE [--dir FOLDER] [--force]

list shows the components that are built in and those in components/ beside the workflow, with their inputs.
install checks a component and copies it into components/NAME beside the workflow.

  NAME                        a component that is built in: there is nothing to install for it
  PATH                        a folder with a component.yaml, such as ./greet
  npm:PACKAGE[@VERSION]       a package with a component.yaml, fetched by npm; none of its scripts run
  --dir FOLDER                the workflow's folder (default: the current one)
  --force                     replace a component of the same name
  --format text|json          how to print the list

exit code: 0 done, 1 not to be had or not fit, 2 bad usage`,
};

/** The help page of a command; of flowc itself for anything else. */
export function help(command: string | undefined): string {
  return (command !== undefined && Object.hasOwn(pages, command) ? pages[command] : undefined) ?? overview;
}
