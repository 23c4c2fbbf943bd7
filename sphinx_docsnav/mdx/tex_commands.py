"""Formulas that may be typeset: listed commands of mathematics in balanced groups.

TeX is a programming language that reads and writes files. A formula of a page is typeset only if
every command in it is known to do nothing but mathematics.
"""

from __future__ import annotations

import re

MAX_CHARACTERS = 20_000
"""The maximum length of a formula; a longer one is shown as text."""
MAX_DEPTH = 50
"""The maximum depth of nested groups."""


def _split_names(text: str) -> frozenset[str]:
    """Return the names of commands in *text*."""
    return frozenset(text.split())


_LETTERS = _split_names(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda "
    "mu nu xi omicron pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega "
    "digamma Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega varGamma varDelta "
    "varTheta varLambda varXi varPi varSigma varUpsilon varPhi varPsi varOmega aleph beth gimel "
    "daleth hbar hslash imath jmath ell wp Re Im partial nabla infty emptyset varnothing eth mho "
    "Finv Game complement Bbbk"
)
_FONTS = _split_names(
    "mathrm mathit mathbf mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal boldsymbol bm "
    "pmb text textrm textit textbf textsf texttt textnormal textup textmd mbox operatorname rm bf "
    "it sf tt cal frak displaystyle textstyle scriptstyle scriptscriptstyle tiny scriptsize small "
    "normalsize large Large LARGE huge Huge"
)
_STRUCTURE = _split_names(
    "frac dfrac tfrac cfrac binom dbinom tbinom genfrac sqrt root over choose atop above brace "
    "brack overset underset stackrel overbrace underbrace overline underline overrightarrow "
    "overleftarrow overleftrightarrow underrightarrow underleftarrow widehat widetilde hat tilde "
    "bar vec dot ddot dddot ddddot acute grave breve check mathring left right middle big Big "
    "bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm limits nolimits "
    "displaylimits substack sideset prescript phantom hphantom vphantom smash mathstrut strut "
    "boxed fbox cancel bcancel xcancel not begin end hline hfill tag notag nonumber intertext "
    "shortintertext color textcolor colorbox mathclose mathopen mathord mathbin mathrel mathop "
    "mathpunct mathinner xrightarrow xleftarrow xleftrightarrow xRightarrow xLeftarrow "
    "xLeftrightarrow xmapsto quad qquad enspace enskip thinspace medspace thickspace negthinspace "
    "negmedspace negthickspace hspace kern mkern mskip hskip space nobreakspace cr newline "
    "allowbreak nobreak"
)
_FUNCTIONS = _split_names(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf injlim ker lg lim "
    "liminf limsup ln log max min Pr projlim sec sin sinh sup tan tanh bmod pmod mod pod "
    "varinjlim varprojlim varliminf varlimsup argmax argmin"
)
_OPERATORS = _split_names(
    "sum prod coprod int iint iiint iiiint idotsint oint oiint oiiint bigcap bigcup bigodot "
    "bigoplus bigotimes bigsqcup biguplus bigvee bigwedge intop smallint pm mp times div cdot "
    "centerdot ast star circ bullet bigcirc diamond cap cup uplus sqcap sqcup vee wedge land lor "
    "lnot neg setminus smallsetminus wr amalg oplus ominus otimes oslash odot dagger ddagger dag "
    "ddag ltimes rtimes leftthreetimes rightthreetimes circledast circledcirc circleddash boxplus "
    "boxminus boxtimes boxdot barwedge veebar doublebarwedge curlywedge curlyvee dotplus intercal "
    "divideontimes lhd rhd unlhd unrhd triangleleft triangleright bigtriangleup bigtriangledown "
    "Cap Cup doublecap doublecup"
)
_RELATIONS = _split_names(
    "le leq leqq leqslant lt ge geq geqq geqslant gt ne neq equiv sim simeq approx approxeq cong "
    "doteq Doteq propto varpropto asymp models vdash dashv Vdash vDash Vvdash mid nmid parallel "
    "nparallel perp prec preceq preccurlyeq succ succeq succcurlyeq precsim succsim ll lll gg ggg "
    "subset subseteq subseteqq subsetneq Subset supset supseteq supseteqq supsetneq Supset "
    "nsubseteq nsupseteq sqsubset sqsubseteq sqsupset sqsupseteq in notin ni owns smile frown "
    "bowtie Join between pitchfork backsim backsimeq thicksim thickapprox lesssim gtrsim lessgtr "
    "gtrless lesseqgtr gtreqless lessapprox gtrapprox nless ngtr nleq ngeq nsim ncong nprec nsucc "
    "lneq gneq lneqq gneqq triangleq circeq bumpeq Bumpeq risingdotseq fallingdotseq eqcirc "
    "coloneqq eqqcolon coloneq Coloneqq vartriangle vartriangleleft vartriangleright "
    "trianglelefteq trianglerighteq blacktriangleleft blacktriangleright therefore because colon "
    "backepsilon curlyeqprec curlyeqsucc doteqdot eqsim eqslantgtr eqslantless gggtr llless "
    "gnapprox gnsim lnapprox lnsim gtrdot lessdot gtreqqless lesseqqgtr nVDash nVdash nvDash "
    "nvdash npreceq nsucceq ntriangleleft ntrianglelefteq ntriangleright ntrianglerighteq "
    "precapprox precnapprox precneqq precnsim succapprox succnapprox succneqq succnsim shortmid "
    "shortparallel nshortmid nshortparallel smallfrown smallsmile subsetneqq supsetneqq "
    "nsubseteqq nsupseteqq ngeqq ngeqslant nleqq nleqslant"
)
_ARROWS = _split_names(
    "to gets leftarrow rightarrow Leftarrow Rightarrow leftrightarrow Leftrightarrow uparrow "
    "downarrow updownarrow Uparrow Downarrow Updownarrow longleftarrow longrightarrow "
    "Longleftarrow Longrightarrow longleftrightarrow Longleftrightarrow mapsto longmapsto "
    "hookleftarrow hookrightarrow leftharpoonup leftharpoondown rightharpoonup rightharpoondown "
    "rightleftharpoons leftrightharpoons upharpoonleft upharpoonright downharpoonleft "
    "downharpoonright nearrow searrow swarrow nwarrow leadsto rightsquigarrow leftrightsquigarrow "
    "twoheadleftarrow twoheadrightarrow leftarrowtail rightarrowtail leftleftarrows "
    "rightrightarrows leftrightarrows rightleftarrows upuparrows downdownarrows circlearrowleft "
    "circlearrowright curvearrowleft curvearrowright Lsh Rsh Lleftarrow Rrightarrow nleftarrow "
    "nrightarrow nLeftarrow nRightarrow nleftrightarrow nLeftrightarrow multimap dashleftarrow "
    "dashrightarrow iff implies impliedby looparrowleft looparrowright restriction"
)
_SYMBOLS = _split_names(
    "forall exists nexists top bot angle measuredangle sphericalangle triangle square Box "
    "blacksquare blacktriangle blacktriangledown triangledown lozenge "
    "blacklozenge bigstar diamondsuit heartsuit clubsuit spadesuit flat "
    "natural sharp prime backprime surd checkmark maltese degree copyright circledR circledS "
    "pounds yen P S ldots cdots vdots ddots dots dotsb dotsc dotsi dotsm dotso lbrace rbrace "
    "lbrack rbrack langle rangle lvert rvert lVert rVert vert Vert lceil rceil lfloor rfloor "
    "lgroup rgroup lmoustache rmoustache ulcorner urcorner llcorner lrcorner backslash "
    "diagup diagdown Diamond QED qedsymbol And R N Z reals Reals natnums infin lang rang larr rarr "
    "Bbb bold hbox llap rlap clap mathllap mathrlap mathclap"
)
CAPITALS = tuple("Alpha Beta Epsilon Zeta Eta Iota Kappa Mu Nu Omicron Rho Tau Chi".split())  # noqa: SIM905  # a list of words
"""Greek capital letters that look like Latin ones."""
TEXT_SIGNS = {
    "textasciicircum": "^",
    "textasciigrave": "`",
    "textasciitilde": "~",
    "textbackslash": "\\",
    "textbar": "|",
    "textbullet": "•",
    "textcopyright": "©",
    "textdegree": "°",
    "textdollar": "$",
    "textellipsis": "…",
    "textemdash": "\N{EM DASH}",
    "textendash": "\N{EN DASH}",
    "textgreater": ">",
    "textless": "<",
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "textquoteleft": "\N{LEFT SINGLE QUOTATION MARK}",
    "textquoteright": "\N{RIGHT SINGLE QUOTATION MARK}",
    "textregistered": "®",
    "textunderscore": "_",
}
"""Commands for characters in text, and the characters."""
COMMANDS = frozenset().union(
    _LETTERS,
    _FONTS,
    _STRUCTURE,
    _FUNCTIONS,
    _OPERATORS,
    _RELATIONS,
    _ARROWS,
    _SYMBOLS,
    CAPITALS,
    TEXT_SIGNS,
)
"""The names of allowed commands; their arguments are mathematics again."""
ENVIRONMENTS = _split_names(
    "array matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases dcases rcases aligned "
    "alignedat gathered split subarray"
)
"""The names of allowed environments."""
_INNER_ENVIRONMENTS = {
    "align": "aligned",
    "alignat": "alignedat",
    "displaymath": "",
    "eqnarray": "aligned",
    "equation": "",
    "flalign": "aligned",
    "gather": "gathered",
    "math": "",
    "multline": "gathered",
}
"""Environments that are a formula, with those that do the same inside of one."""
_OUTER_ENVIRONMENT = re.compile(
    rf"\s*\\begin\{{({'|'.join(_INNER_ENVIRONMENTS)})(\*?)\}}(.*)\\end\{{\1\2\}}\s*", re.DOTALL
)
_SIGNS = frozenset(",;:!> \\{}|%$&#_\n\t'\"`^~=./-*")
"""Characters that form a command with a backslash."""
_TOKEN = re.compile(
    r"(?P<text>\\(?:text(?:rm|it|bf|sf|tt|normal|up|md)?|mbox|tag)\*?\s*\{)"
    r"|\\(?P<name>[A-Za-z]+)\*?|\\(?P<sign>.)|(?P<end>\\\Z)"
    r"|(?P<comment>[%#$])|(?P<brace>[{}])",
    re.DOTALL,
)
"""A part of a formula that matters for its safety or its groups."""
_ENDS = {"{": "}", "\\text{": "}", "$": "$"}
"""What closes a group, by what opens it."""
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+)\*?\}")


def unwrap_formula(formula: str) -> str:
    r"""Return *formula* without an environment around it that is a formula itself.

    Writers put a formula into one of their own, in which TeX accepts no other:
    ``\begin{align}…\end{align}`` becomes ``\begin{aligned}…\end{aligned}``.
    """
    match = _OUTER_ENVIRONMENT.fullmatch(formula)
    if match is None or f"\\begin{{{match[1]}" in match[3]:
        return formula
    inner = _INNER_ENVIRONMENTS[match[1]]
    return rf"\begin{{{inner}}}{match[3]}\end{{{inner}}}" if inner else match[3].strip()


def find_tex_problem(formula: str) -> str:
    """Return why *formula* cannot be typeset, as a clause; ``""`` if it can."""
    if len(formula) > MAX_CHARACTERS:
        return f"the formula has more than {MAX_CHARACTERS:,} characters"
    if "^^" in formula:
        return "'^^' is a notation for characters, which formulas may not use"
    open_groups: list[str] = []
    # Each token is checked, and opens or closes a group.
    for match in _TOKEN.finditer(formula):
        problem = _check_token(match, formula, open_groups)
        if problem:
            return problem
        if len(open_groups) > MAX_DEPTH:
            return f"groups nest deeper than {MAX_DEPTH} levels"
    # What is still open at the end is a mistake, too.
    if not open_groups:
        return ""
    start = open_groups[-1]
    end = _ENDS.get(start) or start.replace("begin", "end")
    return f"'{start}' is not closed; write '{end}' after its content"


def _check_token(match: re.Match[str], formula: str, open_groups: list[str]) -> str:
    """Return the problem of one token, ``""`` if there is none; update *open_groups*."""
    name, brace = match["name"], match["brace"]
    if match["comment"] and not _is_dollar_in_text(match["comment"], open_groups):
        return f"'{match['comment']}' has a special meaning in TeX; write '\\{match['comment']}'"
    if match["end"] or (match["sign"] is not None and match["sign"] not in _SIGNS):
        return f"'{match[0]}' is not a mathematical command"
    if match["text"] or brace == "{":
        open_groups.append("{" if brace else "\\text{")
    elif brace == "}":
        is_text = open_groups[-1:] == ["\\text{"]
        return _close_group(open_groups, "\\text{" if is_text else "{", "}")
    elif name in {"begin", "end"}:
        return _check_environment(name, _ENVIRONMENT.match(formula, match.end()), open_groups)
    elif name is not None and name not in COMMANDS:
        return f"'\\{name}' is not a known mathematical command"
    return ""


def _is_dollar_in_text(sign: str, open_groups: list[str]) -> bool:
    r"""Return whether *sign* begins or ends mathematics inside text: ``\text{if $x$}``."""
    if sign != "$" or open_groups[-1:] not in (["$"], ["\\text{"]):
        return False
    if open_groups[-1] == "$":
        open_groups.pop()
    else:
        open_groups.append("$")
    return True


def _check_environment(name: str, argument: re.Match[str] | None, open_groups: list[str]) -> str:
    r"""Return the problem of ``\begin`` or ``\end``, called *name*, with its *argument*."""
    if argument is None or argument[1] not in ENVIRONMENTS:
        environment = argument[1] if argument else ""
        if inner := _INNER_ENVIRONMENTS.get(environment):
            problem = f"'\\{name}{{{environment}}}' is not at both ends of the formula"
            return f"{problem}; inside of one, write '\\{name}{{{inner}}}'"
        return f"'\\{name}{{{environment}}}' is not an environment that formulas may use"
    if name == "begin":
        open_groups.append(f"\\begin{{{argument[1]}}}")
        return ""
    return _close_group(open_groups, f"\\begin{{{argument[1]}}}", f"\\end{{{argument[1]}}}")


def _close_group(open_groups: list[str], start: str, end: str) -> str:
    """Close the innermost group, which *start* must have opened; return the problem, or ``""``."""
    if not open_groups or open_groups.pop() != start:
        return f"'{end}' closes what is not open"
    return ""
