import type { Code } from "../../nouns/codes.ts";
import { componentExplanations } from "./components.ts";
import { constantExplanations } from "./constants.ts";
import { documentExplanations } from "./document.ts";
import { durableExplanations } from "./durable.ts";
import type { Explanation } from "./explanation.ts";
import { expressionExplanations } from "./expressions.ts";
import { graphExplanations } from "./graph.ts";
import { httpExplanations } from "./http.ts";
import { ignoreExplanations } from "./ignores.ts";
import { nameExplanations } from "./names.ts";
import { placeExplanations } from "./places.ts";
import { safetyExplanations } from "./safety.ts";
import { scriptExplanations } from "./scripts.ts";
import { shapeExplanations } from "./shapes.ts";
import { sqlExplanations } from "./sql.ts";
import { testExplanations } from "./tests.ts";
import { valueExplanations } from "./values.ts";

/** Every code explained. Loaded only where it is shown: by `flowc explain` and for SARIF. */
export const explanations = {
  ...documentExplanations,
  ...constantExplanations,
  ...shapeExplanations,
  ...valueExplanations,
  ...graphExplanations,
  ...nameExplanations,
  ...expressionExplanations,
  ...componentExplanations,
  ...scriptExplanations,
  ...safetyExplanations,
  ...placeExplanations,
  ...httpExplanations,
  ...sqlExplanations,
  ...ignoreExplanations,
  ...durableExplanations,
  ...testExplanations,
} satisfies Record<Code, Explanation> as Readonly<Record<Code, Explanation>>;
